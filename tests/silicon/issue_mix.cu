// Runs stimuli/micro_silicon/issue_mix from the committed PTX, with 8, 16 and 32 warps on one SM. Prints rows of h200.csv: how many cycles a scheduler takes for one
// pass of one warp.
//
//   nvcc -O3 -arch=sm_90 -o issue_mix issue_mix.cu -lcuda && ./issue_mix ../../stimuli/micro_silicon/issue_mix/issue_mix.ptx
#include <cuda.h>
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>
int main(int, char** arguments) {
    unsigned *words, *sums, *begins, *ends;
    cudaMalloc(&words, 1 << 20); cuMemsetD32((CUdeviceptr)words, 1, 1 << 18); cudaMalloc(&sums, 4096); cudaMalloc(&begins, 128); cudaMalloc(&ends, 128);
    CUmodule module;
    if (cuModuleLoad(&module, arguments[1]) != CUDA_SUCCESS) return 1;
    for (std::string mixture : {"0_8_0", "0_8_8", "0_0_16", "8_0_0", "8_0_8", "8_0_16", "8_8_0", "8_4_4", "8_4_8", "8_0_24", "8_0_32", "4_0_32", "8_8_8", "4_8_4"}) {
        CUfunction kernel;
        if (cuModuleGetFunction(&kernel, module, ("mix_" + mixture).c_str()) != CUDA_SUCCESS) return 1;
        for (unsigned warps : {8u, 16u, 32u}) {
            double cycles[2];
            for (int run = 0; run < 4; ++run) {  // the first two are for the code to be there; then a short one and a long one
                int step = 0; unsigned loops = run % 2 ? 320 : 64;
                void* values[] = {&words, &sums, &begins, &ends, &step, &loops};
                cuLaunchKernel(kernel, 1, 1, 1, warps * 32, 1, 1, 0, nullptr, values, nullptr);
                std::vector<unsigned> begin(warps), end(warps);
                cudaMemcpy(begin.data(), begins, warps * 4, cudaMemcpyDeviceToHost); cudaMemcpy(end.data(), ends, warps * 4, cudaMemcpyDeviceToHost);
                cycles[run % 2] = *std::max_element(end.begin(), end.end()) - *std::min_element(begin.begin(), begin.end());
            }
            printf("issue_mix,%s %u warps,cycles of a scheduler per pass,%.2f\n", mixture.c_str(), warps, (cycles[1] - cycles[0]) / (256 * warps / 4));
        }
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
