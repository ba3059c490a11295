// Latency of a level of memory: one thread walks a ring of words, each of which holds the number of the next, so that
// a load's address comes from the load before. The size of the ring decides which level answers.
#include "../../cuda.h"
#include "../clock.h"

// `warm` steps bring the ring into the caches, `steps` are timed. `ticks` gets the cycles, `last` the word where the
// walk ended.
extern "C" __global__ void chase(const unsigned* next, unsigned* ticks, unsigned* last, unsigned warm,
                                 unsigned steps) {
    if (threadIdx.x != 0) return;
    unsigned at = 0;
    for (unsigned step = 0; step < warm; ++step) at = load_word(next + at);
    if (at == ~0u) return;  // never: the clock is read when the last load has come back
    const unsigned begin = clock_now();
    for (unsigned step = 0; step < steps; ++step) at = load_word(next + at);
    if (at == ~0u) return;
    const unsigned end = clock_now();
    *ticks = end - begin;
    *last = at;
}
