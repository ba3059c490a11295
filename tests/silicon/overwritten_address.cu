// When a load reads the register of its address: warps issue 16 loads from one register and then read the clock, into another register or into that of the address, which has to wait until
// the last load has read it. Which one it is the compiler decides: it takes the address's if that is not needed any more. Prints rows of h200.csv, the median of nine runs.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o overwritten_address overwritten_address.cu && ./overwritten_address
//   cuobjdump -sass overwritten_address | grep "LDG.*0x3c\|CLOCK"     # the address is in R2: the clock goes there in every other kernel
#include <algorithm>
#include <cstdio>
#include <vector>

#include "sm_clock.h"

constexpr unsigned loads = 16;

#define LOAD(i) asm volatile("ld.global.u32 %0, [%1+%2];" : "=r"(value[i]) : "l"(at), "n"(i * 4) : "memory");

// `lane_step` 0: all lanes read one word. 32: each reads a word of a line of its own, and all words are in one data bank, so that a load takes 32 passes.
template <bool keeps_address>
__global__ void __launch_bounds__(1024) issue(const unsigned* words, unsigned lane_step, unsigned* times, unsigned long long* addresses) {
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned* at = words + lane * lane_step;
    unsigned value[loads], all = 0;
    LOAD(0) LOAD(1) LOAD(2) LOAD(3) LOAD(4) LOAD(5) LOAD(6) LOAD(7) LOAD(8) LOAD(9) LOAD(10) LOAD(11) LOAD(12) LOAD(13) LOAD(14) LOAD(15)
#pragma unroll
    for (unsigned i = 0; i < loads; ++i) all += value[i];
    if (all == ~0u) return;  // never: the words are in the L1 now
    __syncthreads();
    __syncthreads();
    const unsigned begin = now();
    LOAD(0) LOAD(1) LOAD(2) LOAD(3) LOAD(4) LOAD(5) LOAD(6) LOAD(7) LOAD(8) LOAD(9) LOAD(10) LOAD(11) LOAD(12) LOAD(13) LOAD(14) LOAD(15)
    const unsigned issued = now();
    all = 0;
#pragma unroll
    for (unsigned i = 0; i < loads; ++i) all += value[i];
    if (all == ~0u) return;
    if (lane == 0) times[warp * 2] = begin, times[warp * 2 + 1] = issued;
    if (keeps_address) addresses[threadIdx.x] = reinterpret_cast<unsigned long long>(at);
}

int main() {
    unsigned *words, *times;
    unsigned long long* addresses;
    cudaMalloc(&words, 1 << 16), cudaMalloc(&times, 32 * 8), cudaMalloc(&addresses, 8192);
    cudaMemset(words, 0, 1 << 16);
    for (unsigned lane_step : {0u, 32u})
        for (unsigned warps : {1u, 2u, 4u, 8u, 16u, 32u})
            for (bool keeps : {true, false}) {
                std::vector<unsigned> all;
                for (int run = 0; run < 9; ++run) {
                    (keeps ? issue<true> : issue<false>)<<<1, warps * 32>>>(words, lane_step, times, addresses);
                    unsigned host[64], begin = ~0u, end = 0;
                    cudaMemcpy(host, times, warps * 8, cudaMemcpyDeviceToHost);
                    for (unsigned warp = 0; warp < warps; ++warp) begin = std::min(begin, host[warp * 2]), end = std::max(end, host[warp * 2 + 1]);
                    all.push_back(end - begin);
                }
                std::sort(all.begin(), all.end());
                printf("overwritten_address,\"%s, %u warps, %s\",cycles,%u\n", lane_step ? "32 passes" : "one word", warps, keeps ? "address kept" : "overwritten", all[4]);
            }
    return cudaDeviceSynchronize() != cudaSuccess;
}
