// How long a scheduler takes to issue instructions of several kinds: the warps of one CTA repeat loads that hit in the
// L1, sums of 64 bits and fused multiply-adds, none of which needs the result of another of the same pass. A kernel for
// each mixture.
#include "../../cuda.h"
#include "../clock.h"

namespace {

template <int first, int last>
__device__ inline void add_wide(long long* wide, long long pitch) {
#pragma unroll
    for (int w = first; w < last; ++w) asm volatile("add.s64 %0, %0, %1;" : "+l"(wide[w]) : "l"(pitch));
}

template <int first, int last>
__device__ inline void add_real(float* real, float one, float zero) {
#pragma unroll
    for (int f = first; f < last; ++f)
        asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(real[f % 16]) : "f"(one), "f"(zero));
}

// All words are 1 and `step` is 0, which no compiler knows: all values stay what they are, and all operands are in
// registers. `sums` gets the sum of the values for each thread, `begins` and `ends` a reading of the clock for each
// warp.
template <int loads, int sums_64, int fmas>
__device__ void mix(const unsigned* words, unsigned* sums, unsigned* begins, unsigned* ends, int step, unsigned loops) {
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned* mine = words + lane;
    unsigned sum = 1, value[8] = {};
    long long wide[8];
    float real[16];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        wide[i] = load_word(mine + 32 * i);
        real[i] = wide[i];
        real[8 + i] = wide[i];
    }
    const float one = load_word(mine), zero = load_word(mine) - 1;
    const long long pitch = (unsigned)step * 8ll;
    __syncthreads();
    const unsigned begin = clock_now();
    for (unsigned loop = 0; loop < loops; ++loop) {
#define STEP(i)                                                                                                       \
    if (loads && i * loads % 8 == 0)                                                                                  \
        asm volatile("ld.global.u32 %0, [%1+%2];" : "=r"(value[i * loads / 8]) : "l"(mine), "n"(i * 128) : "memory"); \
    add_wide<i * sums_64 / 8, (i + 1) * sums_64 / 8>(wide, pitch);                                                    \
    add_real<i * fmas / 8, (i + 1) * fmas / 8>(real, one, zero)
        STEP(0);
        STEP(1);
        STEP(2);
        STEP(3);
        STEP(4);
        STEP(5);
        STEP(6);
        STEP(7);
#undef STEP
#pragma unroll
        for (int i = 0; i < loads; i += 2)
            asm volatile("lop3.b32 %0, %0, %1, %2, 0x80;" : "+r"(sum) : "r"(value[i]), "r"(value[i + 1]));
        mine += step;
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        sum += (unsigned)wide[i] + (unsigned)(wide[i] >> 32) + (unsigned)real[i] + (unsigned)real[8 + i];
    }
    if (sum == ~0u) return;
    const unsigned end = clock_now();
    sums[threadIdx.x] = sum;
    if (lane == 0) {
        begins[warp] = begin;
        ends[warp] = end;
    }
}

}  // namespace

#define MIX(LOADS, SUMS, FMAS)                                                                                        \
    extern "C" __global__ void mix_##LOADS##_##SUMS##_##FMAS(const unsigned* words, unsigned* sums, unsigned* begins, \
                                                             unsigned* ends, int step, unsigned loops) {              \
        mix<LOADS, SUMS, FMAS>(words, sums, begins, ends, step, loops);                                               \
    }

MIX(0, 8, 0)
MIX(0, 0, 16)
MIX(0, 8, 8)
MIX(8, 0, 0)
MIX(8, 0, 8)
MIX(8, 0, 16)
MIX(8, 8, 0)
MIX(8, 4, 4)
MIX(8, 4, 8)
MIX(8, 0, 24)
MIX(8, 0, 32)
MIX(4, 0, 32)
MIX(8, 8, 8)
MIX(4, 8, 4)
