// What a load that hits in the L1 costs, by the pattern of its lanes' addresses: the warps of one CTA repeat eight loads, lane l
// reads word l * stride + k, k from 0 to 7.
#include "../../cuda.h"
#include "../clock.h"

// `step` is 0, which no compiler knows: every pass reads the same words anew. `sums` gets what each thread read, `begins`
// and `ends` a reading of the clock for each warp.
extern "C" __global__ void l1_patterns(const unsigned* words, unsigned* sums, unsigned* begins, unsigned* ends,
                                       unsigned stride, unsigned step, unsigned loops) {
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned* mine = words + lane * stride;
    unsigned sum = 0;
    for (unsigned k = 0; k < 8; ++k) sum += load_word(mine + k);
    __syncthreads();
    const unsigned begin = clock_now();
    for (unsigned loop = 0; loop < loops; ++loop) {
        unsigned value[8];
// The offset is a part of the instruction, as in machine code.
#define LOAD(k) asm volatile("ld.global.u32 %0, [%1+%2];" : "=r"(value[k]) : "l"(mine), "n"(k * 4) : "memory");
        LOAD(0) LOAD(1) LOAD(2) LOAD(3) LOAD(4) LOAD(5) LOAD(6) LOAD(7)
#undef LOAD
#pragma unroll
        for (unsigned k = 0; k < 8; ++k) sum += value[k];
        mine += step;
    }
    if (sum == ~0u) return;
    const unsigned end = clock_now();
    sums[threadIdx.x] = sum;
    if (lane == 0) {
        begins[warp] = begin;
        ends[warp] = end;
    }
}
