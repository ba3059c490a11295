// How many atomics the L2 performs per cycle: each of 8 warps on every SM sends 16, one lane each, to a word of its SM. The words of two SMs are 0, 4, 32, 128 or 512 bytes apart, so
// that the atomics of all SMs meet in one word, in the words of five lines, in sectors of their own, in lines of their own.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o atomic_rates atomic_rates.cu && ./atomic_rates
//
// Prints rows of h200.csv: cycles from the first atomic of an SM to the last result, the slowest SM, and the same for a single SM; the median of nine launches.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "sm_clock.h"

constexpr unsigned sms = 132, warps = 8, each = 16, launches = 9;

__global__ void atomic_rates(unsigned* words, unsigned step, unsigned only, unsigned* times) {
    const unsigned sm = my_sm();
    if (only < sms && sm != only) return;
    unsigned* word = words + sm * step;
    unsigned before[each], all = 0;
    __syncthreads();
    const unsigned begin = now();
    if (threadIdx.x % 32 == 0) {
#pragma unroll
        for (unsigned i = 0; i < each; ++i) asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(before[i]) : "l"(word) : "memory");
#pragma unroll
        for (unsigned i = 0; i < each; ++i) all |= before[i];
    }
    if (all == ~0u) return;
    __syncthreads();
    if (threadIdx.x == 0) times[sm] = now() - begin;
}

int main() {
    unsigned *words, *times;
    cudaMalloc(&words, 1 << 20), cudaMalloc(&times, sms * 4), cudaMemset(words, 0, 1 << 20);
    for (const unsigned only : {sms, 40u})
        for (const unsigned step : {0u, 1u, 8u, 32u, 128u}) {
            std::vector<unsigned> all;
            for (unsigned launch = 0; launch <= launches; ++launch) {
                unsigned noted[sms];
                cudaMemset(times, 0, sms * 4);
                atomic_rates<<<sms, warps * 32>>>(words, step, only, times);
                cudaMemcpy(noted, times, sizeof noted, cudaMemcpyDeviceToHost);
                if (launch) all.push_back(*std::max_element(noted, noted + sms));
            }
            std::sort(all.begin(), all.end());
            printf("atomic_rates,\"%s, words %u B apart\",cycles,%u\n", only < sms ? "one SM" : "all SMs", step * 4, all[launches / 2]);
        }
    return cudaDeviceSynchronize() != cudaSuccess;
}
