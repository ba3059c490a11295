// How often a scheduler of an SM can send a load to the L1: warps of one, two, three or all four schedulers repeat loads that hit. Prints rows of h200.csv.
//
//   nvcc -O3 -arch=sm_90 -o scheduler_loads scheduler_loads.cu && ./scheduler_loads
#include <algorithm>
#include <cstdio>
#include <vector>
#include "../../stimuli/micro_silicon/clock.h"
#define LOAD(i) asm volatile("ld.global.u32 %0, [%1+%2];" : "=r"(value[i]) : "l"(line), "n"(i * 128) : "memory");
// `step` is 0, which no compiler knows: every pass reads the same words anew. `mask` says the warps of which schedulers read, `lane_step` how many words lanes are apart.
__global__ void __launch_bounds__(1024) scheduler_loads(const unsigned* words, unsigned* begins, unsigned* ends, unsigned* sum, int loops, int step, unsigned mask, int lane_step) {
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned* line = words + lane * lane_step;
    unsigned all = 0;
    for (int i = 0; i < 16; ++i) all += load_word(line + i * 32);
    __syncthreads();
    const unsigned begin = clock_now();
    if (mask >> warp % 4 & 1)
        for (int loop = 0; loop < loops; ++loop) {
            unsigned value[16];
            LOAD(0) LOAD(1) LOAD(2) LOAD(3) LOAD(4) LOAD(5) LOAD(6) LOAD(7) LOAD(8) LOAD(9) LOAD(10) LOAD(11) LOAD(12) LOAD(13) LOAD(14) LOAD(15)
#pragma unroll
            for (int i = 0; i < 16; ++i) all ^= value[i];
            line += step;
        }
    if (all == 12345) *sum = all;
    const unsigned end = clock_now();
    if (lane == 0) begins[warp] = begin, ends[warp] = end;
}
int main() {
    unsigned *words, *begins, *ends, *sum; const int loops = 256;
    cudaMalloc(&words, 1 << 20); cudaMemset(words, 0, 1 << 20); cudaMalloc(&begins, 128); cudaMalloc(&ends, 128); cudaMalloc(&sum, 4);
    for (int lane_step : {0, 2, 4})
        for (unsigned schedulers : {1u, 2u, 3u, 4u})
            for (unsigned warps : {4u, 8u, 16u, 32u}) {
                for (int run = 0; run < 2; ++run) scheduler_loads<<<1, warps * 32>>>(words, begins, ends, sum, loops, 0, (1u << schedulers) - 1, lane_step);
                std::vector<unsigned> begin(warps), end(warps);
                cudaMemcpy(begin.data(), begins, warps * 4, cudaMemcpyDeviceToHost); cudaMemcpy(end.data(), ends, warps * 4, cudaMemcpyDeviceToHost);
                const double cycles = *std::max_element(end.begin(), end.end()) - *std::min_element(begin.begin(), begin.end());
                printf("scheduler_loads,\"%d words apart, %u schedulers, %u warps on each\",cycles per load,%.3f\n", lane_step, schedulers, warps / 4, cycles / (loops * 16.0 * warps / 4 * schedulers));
            }
    return cudaDeviceSynchronize() != cudaSuccess;
}
