// Whether reads of the same line by several SMs are merged before the L2: the SMs of a group read the same stream at the same
// time, other groups other streams. A profiler, or the model's counters, tell how many reads reach the L2.
#include "../../cuda.h"
#include "../clock.h"

// Where CTAs run one after the other nobody would ever arrive; a CTA goes on after so many looks.
constexpr unsigned most_polls = 4096;

// One CTA for each SM, all resident. `group` says for each SM which stream of `words` words it reads; ~0 means none. `delay` says
// for each SM how many cycles later it begins. CTAs wait for each other at `arrived`, which is 0 before the launch.
extern "C" __global__ void sharing(const unsigned* streams, const unsigned* group, const unsigned* delay,
                                   unsigned* arrived, unsigned* sums, unsigned words) {
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    const unsigned mine = group[sm], wait = delay[sm];
    if (threadIdx.x == 0) {
        unsigned before;
        asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(before) : "l"(arrived) : "memory");
        unsigned now = before;
        for (unsigned polls = 0; now < gridDim.x && polls < most_polls; ++polls)
            asm volatile("atom.global.add.u32 %0, [%1], 0;" : "=r"(now) : "l"(arrived) : "memory");
    }
    __syncthreads();
    if (mine == ~0u) return;
    const unsigned begin = clock_now();
    while (clock_now() - begin < wait) {
    }
    const unsigned* stream = streams + mine * words;
    unsigned sum = 0;
    for (unsigned i = threadIdx.x; i < words; i += 8 * blockDim.x) {
        unsigned value[8];
#pragma unroll
        for (unsigned k = 0; k < 8; ++k) value[k] = load_word(stream + i + k * blockDim.x);
#pragma unroll
        for (unsigned k = 0; k < 8; ++k) sum += value[k];
    }
    sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
