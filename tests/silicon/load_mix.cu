// Runs stimuli/micro_silicon/load_mix on a GPU and prints rows of h200.csv: cycles per load of an SM whose warps all hit, all miss, or do both, the median of nine runs.
//
//   nvcc -O3 -arch=sm_90 -o load_mix load_mix.cu && ./load_mix
#include <algorithm>
#include <cstdio>
#include <vector>
#include "../../stimuli/micro_silicon/load_mix/load_mix.cu"
#include "words.h"
int main() {
    const unsigned region = 524288, sms = 132, loops = 64;
    unsigned *words, *sums, *begins, *ends, *arrived;
    cudaMalloc(&words, 4 * region * 4); cudaMalloc(&sums, 64 * 32 * 4); cudaMalloc(&begins, 64 * 4); cudaMalloc(&ends, 64 * 4); cudaMalloc(&arrived, 8);
    fill<<<1056, 256>>>(words, 4 * region);
    for (unsigned warp_step : {4096u, 0u})
        for (unsigned ctas : {1u, 2u})
            for (unsigned per_cta : {8u, 32u})
                for (unsigned fresh = 0; fresh <= 4; ++fresh) {
                    const unsigned warps = ctas * per_cta;
                    std::vector<double> cycles;
                    for (int run = 0; run < 9; ++run) {
                        cudaMemset(arrived, 0, 8);
                        for (unsigned warm : {1u, 0u}) load_mix<<<sms * ctas, per_cta * 32>>>(words, sums, begins, ends, arrived, warm, warps, fresh, warp_step, 1, region, loops, 0);
                        std::vector<unsigned> begin(warps), end(warps), sum(warps * 32);
                        cudaMemcpy(begin.data(), begins, warps * 4, cudaMemcpyDeviceToHost); cudaMemcpy(end.data(), ends, warps * 4, cudaMemcpyDeviceToHost);
                        cudaMemcpy(sum.data(), sums, warps * 128, cudaMemcpyDeviceToHost);
                        if (std::count(sum.begin(), sum.end(), 1u) != warps * 32) { printf("wrong sum\n"); return 1; }
                        cycles.push_back((*std::max_element(end.begin(), end.end()) - *std::min_element(begin.begin(), begin.end())) / (warps * 8.0 * loops));
                    }
                    std::sort(cycles.begin(), cycles.end());
                    printf("load_mix,\"%s, %u CTAs of %u warps, %u of 4 new\",cycles per load,%.3f\n", warp_step ? "own lines" : "the same lines", ctas, per_cta, fresh, cycles[4]);
                }
    printf("# %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
