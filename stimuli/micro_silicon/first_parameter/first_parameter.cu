// When an SM has a kernel's parameters: each warp notes when it begins and when its first load has issued, whose address
// is a parameter.
#include "../../cuda.h"
#include "../clock.h"

extern "C" __global__ void first_parameter(const unsigned* in, unsigned* begins, unsigned* issues, unsigned* sms,
                                           unsigned* values) {
    const unsigned begin = clock_now();
    const unsigned value = load_word(in);
    const unsigned issue = clock_now();
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    if (threadIdx.x % 32 != 0) return;
    const unsigned warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    begins[warp] = begin;
    issues[warp] = issue;
    sms[warp] = sm;
    values[warp] = value + warp;
}
