// How long each load of a walk takes, not only their mean: near and far banks, refreshes and distances of slices show in it. One
// thread of one SM reads a word of one line after the other; the next address needs the word before.
#include "../../cuda.h"
#include "../chosen_sm.h"
#include "../clock.h"

// All words are 1. `sm` is the SM that reads; any_sm: that of CTA 0. `cycles` gets the time of each load in the last of `rounds` rounds over the same lines, `sum` the sum of all words. Loads
// pass the L1 by.
extern "C" __global__ void each_load(const unsigned* words, unsigned* cycles, unsigned* sum, unsigned lines,
                                     unsigned step, unsigned loads, unsigned rounds, unsigned sm) {
    if (!runs_on(sm) || threadIdx.x != 0) return;
    unsigned read = 0;
    for (unsigned round = 0; round < rounds; ++round)
        for (unsigned i = 0, at = 0; i < loads; ++i, at = (at + step) % lines) {
            const unsigned before = round * loads + i;
            const unsigned begin = clock_now();
            read += load_word_from_l2(words + (at + read - before) * 32);
            if (read == ~0u) return;  // never: the clock is read when the load has come back
            cycles[i] = clock_now() - begin;
        }
    *sum = read;
}
