// How loads of many lines of several warps take turns in the L1. All words are in the L1; a load reads one word of each
// of `passes` lines, all in one data bank, so that it takes that many passes. Chosen warps of one SM issue some such
// loads and wait for all of them, round after round.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o load_turns load_turns.cu && ./load_turns
//
// Prints rows of h200.csv: cycles per load from the first round to the last, the median of nine launches.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "sm_clock.h"

constexpr unsigned sm = 40, rounds = 64, row_words = 544;

template <unsigned loads>
__global__ void load_turns(const unsigned* words, unsigned* times, unsigned warps, unsigned passes) {
    if (my_sm() != sm) return;
    const unsigned warp = threadIdx.x / 32;
    const unsigned* row = words + threadIdx.x % 32 % passes * row_words;
    unsigned sum = 0;
    for (unsigned run = 0; run < 2; ++run) {  // the first brings the words into the L1
        __syncthreads();
        const unsigned begin = now();
        for (unsigned round = 0; round < rounds && warps >> warp & 1; ++round) {
            const unsigned* at = row + round % 16 * 32;
            unsigned value[loads];
#pragma unroll
            for (unsigned i = 0; i < loads; ++i)
                asm volatile("ld.global.u32 %0, [%1];" : "=r"(value[i]) : "l"(at + i) : "memory");
#pragma unroll
            for (unsigned i = 0; i < loads; ++i) sum += value[i];
            if (sum == ~0u) return;  // never: the next round begins when all loads have come back
        }
        if (threadIdx.x % 32 == 0) times[warp * 2] = begin, times[warp * 2 + 1] = now();
    }
}

struct Warps {
    const char* name;
    unsigned mask;
};
constexpr Warps sets[] = {{"warp 0", 0x1},        {"warps 0 and 1", 0x3},   {"warps 0 and 4", 0x11},
                          {"warps 0 to 2", 0x7},  {"warps 0 to 3", 0xf},    {"warps 0 4 8 and 12", 0x1111},
                          {"warps 0 to 7", 0xff}, {"warps 0 to 15", 0xffff}};

template <unsigned loads>
void measure(const unsigned* words, unsigned* times) {
    for (const unsigned passes : {4u, 8u, 32u})
        for (const Warps& set : sets) {
            std::vector<unsigned> all;
            unsigned warps = 0;
            for (unsigned launch = 0; launch < 10; ++launch) {
                unsigned noted[64], begin = ~0u, end = 0;
                load_turns<loads><<<132, 1024>>>(words, times, set.mask, passes);
                cudaMemcpy(noted, times, sizeof noted, cudaMemcpyDeviceToHost);
                warps = 0;
                for (unsigned warp = 0; warp < 32; ++warp)
                    if (set.mask >> warp & 1)
                        ++warps, begin = std::min(begin, noted[warp * 2]), end = std::max(end, noted[warp * 2 + 1]);
                if (launch) all.push_back(end - begin);
            }
            std::sort(all.begin(), all.end());
            printf("load_turns,\"%u passes, %u loads at a time, %s\",cycles per load,%.2f\n", passes, loads, set.name,
                   double(all[4]) / rounds / loads / warps);
        }
}

int main() {
    unsigned *words, *times;
    cudaMalloc(&words, 1 << 20), cudaMemset(words, 0, 1 << 20), cudaMalloc(&times, 64 * 4);
    measure<4>(words, times), measure<8>(words, times), measure<16>(words, times);
    return cudaDeviceSynchronize() != cudaSuccess;
}
