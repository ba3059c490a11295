// How long each atomic of a walk takes: it is performed where its line belongs, so that the halves of an L2 show in it
// however often the line has been used. One thread of one SM adds 1 to a word of one line after the other.
#include "../../cuda.h"
#include "../chosen_sm.h"
#include "../clock.h"

// All words are 1. `sm` is the SM that adds; any_sm: that of CTA 0. `cycles` gets the time of the last of `rounds`
// additions to each line.
extern "C" __global__ void each_atomic(unsigned* words, unsigned* cycles, unsigned lines, unsigned rounds,
                                       unsigned sm) {
    if (!runs_on(sm) || threadIdx.x != 0) return;
    for (unsigned round = 0; round < rounds; ++round)
        for (unsigned line = 0; line < lines; ++line) {
            const unsigned begin = clock_now();
            unsigned before;
            asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(before) : "l"(words + line * 32) : "memory");
            if (before == ~0u) return;  // never: the clock is read when the result has come back
            cycles[line] = clock_now() - begin;
        }
}
