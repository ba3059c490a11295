// How fast CTAs are launched: CTAs that do next to nothing. The kernel's cycles over their number are the rate.
#include "../../cuda.h"
#include "../clock.h"

// Each CTA stays for `stay` cycles; a long time shows which CTAs are resident together.
extern "C" __global__ void launch(unsigned* starts, unsigned* sms, unsigned* ran, unsigned stay) {
    if (threadIdx.x != 0) return;
    const unsigned begin = clock_now();
    while (clock_now() - begin < stay) {
    }
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    starts[blockIdx.x] = begin;
    sms[blockIdx.x] = sm;
    ran[blockIdx.x] = blockIdx.x + 1;
}
