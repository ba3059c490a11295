// How long each load of a walk takes, not only their mean: near and far banks, refreshes and distances of slices show in it. One
// thread of one SM reads a word of one line after the other; the next address needs the word before.
#include "../../cuda.h"
#include "../clock.h"

constexpr unsigned any_sm = ~0u;

// All words are 1. `sm` is the SM that reads; any_sm: that of CTA 0. `cycles` gets the time of each load in the last of `rounds` rounds over the same lines, `sum` the sum of all words. Loads
// pass the L1 by.
extern "C" __global__ void each_load(const unsigned* words, unsigned* cycles, unsigned* sum, unsigned lines,
                                     unsigned step, unsigned loads, unsigned rounds, unsigned sm) {
    unsigned here;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(here));
    if (threadIdx.x != 0 || (sm == any_sm ? blockIdx.x != 0 : here != sm)) return;
    unsigned read = 0;
    for (unsigned round = 0; round < rounds; ++round)
        for (unsigned i = 0, at = 0; i < loads; ++i, at = (at + step) % lines) {
            const unsigned before = round * loads + i;
            const unsigned begin = clock_now();
            unsigned word;
            asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(word) : "l"(words + (at + read - before) * 32) : "memory");
            read += word;
            if (read == ~0u) return;  // never: the clock is read when the load has come back
            cycles[i] = clock_now() - begin;
        }
    *sum = read;
}
