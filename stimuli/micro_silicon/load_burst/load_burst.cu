// How many loads an SM takes in a burst, and how fast it serves those that wait for a line: every warp of one CTA issues 16 loads one
// after the other and notes the clock before them, after the last one has issued, and when all have come back.
#include "../../cuda.h"
#include "../chosen_sm.h"
#include "../clock.h"

namespace {

enum : unsigned { in_memory, in_l2, in_l1 };  // where the words are before the loads

template <unsigned step>
__device__ void burst(const unsigned* words, unsigned* times, unsigned* sum, unsigned near, unsigned warp_step,
                      unsigned lane_step, unsigned sm) {
    if (!runs_on(sm)) return;
    const unsigned warp = threadIdx.x / 32;
    const unsigned* at = words + warp * warp_step + threadIdx.x % 32 * lane_step;
    unsigned value[16], read = 0;
    for (unsigned i = 0; near != in_memory && i < 16; ++i) {
        read += near == in_l1 ? load_word(at + i * step) : load_word_from_l2(at + i * step);
    }
    if (read == ~0u) return;  // never: the loads before have come back
    __syncthreads();
    __syncthreads();
    const unsigned start = clock_now();
#define LOAD(i) asm volatile("ld.global.u32 %0, [%1+%2];" : "=r"(value[i]) : "l"(at), "n"(i * step * 4) : "memory");
    LOAD(0) LOAD(1) LOAD(2) LOAD(3) LOAD(4) LOAD(5) LOAD(6) LOAD(7)
    LOAD(8) LOAD(9) LOAD(10) LOAD(11) LOAD(12) LOAD(13) LOAD(14) LOAD(15)
#undef LOAD
    const unsigned issued = clock_now();
    unsigned all = 0;
#pragma unroll
    for (unsigned i = 0; i < 16; ++i) all += value[i];
    if (all == ~0u) return;  // never: the clock is read when the loads have come back
    const unsigned done = clock_now();
    if (threadIdx.x % 32 == 0) {
        times[warp * 3] = start;
        times[warp * 3 + 1] = issued;
        times[warp * 3 + 2] = done;
    }
    atomicAdd(sum, read + all);
}

}  // namespace

// All words are 1. `sm` is the SM that reads; any_sm: that of CTA 0. `near` says where the words are before. A warp reads `warp_step` words after the one before it, a lane `lane_step`
// words; each load reads a line after the one before it, or a word if `lines` is 0. `times` gets three readings of the clock for each warp, `sum` the sum of all words.
extern "C" __global__ void load_burst(const unsigned* words, unsigned* times, unsigned* sum, unsigned near,
                                      unsigned warp_step, unsigned lane_step, unsigned lines, unsigned sm) {
    if (lines != 0)
        burst<32>(words, times, sum, near, warp_step, lane_step, sm);
    else
        burst<1>(words, times, sum, near, warp_step, lane_step, sm);
}
