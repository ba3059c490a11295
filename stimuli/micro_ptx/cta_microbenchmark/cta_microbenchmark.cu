// The microbenchmark of the CTA-clustering paper (its Listing 3, Fig. 2), written anew: does a line that one CTA
// brought into the L1 cache serve the CTAs that run on the same SM after it? Kept: one warp per CTA, of which only
// thread 0 works; it reads the number of its SM, waits if told so, and takes the time of one load of a word that
// belongs to its SM alone (word 32 * SM, a line each); SM and ticks are stored for every CTA. Changed: the wait is
// `delay` cycles for each `group` CTAs before this one, so that with `group` SMs the CTAs of an SM start one after the
// other; the paper has group 1, whose waits grow with the size of the GPU without changing the picture. Left out: the
// barriers inside the branch and the initialised shared variable of the listing.
#include "../../cuda.h"

__device__ inline unsigned clock() {
    unsigned cycles;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(cycles)::"memory");
    return cycles;
}

__device__ inline unsigned sm_number() {
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    return sm;
}

// `seen` gets the word minus the SM's number, `timed` 1 if the clock moved on between its two readings.
extern "C" __global__ void cta_microbenchmark(const unsigned* words, unsigned* sms, unsigned* ticks, unsigned* seen,
                                              unsigned* timed, unsigned delay, unsigned group) {
    if (threadIdx.x != 0) return;
    const unsigned cta = blockIdx.x;
    const unsigned sm = sm_number();
    const unsigned* word = words + 32 * sm;
    const unsigned wait = delay * (cta / group);
    const unsigned begin = clock();
    while (clock() - begin < wait) {
    }
    const unsigned start = clock();
    unsigned value;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
    // A branch on the loaded value, never taken, so that the second reading of the clock waits for the load. An
    // addition of 0 would do in the model, but the assembler of a real GPU drops it.
    if (value == ~0u) return;
    const unsigned stop = clock();
    sms[cta] = sm;
    ticks[cta] = stop - start;
    seen[cta] = value - sm;
    timed[cta] = stop - start > 0 ? 1 : 0;
}
