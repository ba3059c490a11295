// Runs stimuli/micro_silicon/each_load on a GPU and prints rows of h200.csv: mean and percentiles of what a load takes.
//
//   nvcc -O3 -arch=sm_90 -o each_load each_load.cu && ./each_load
#include <algorithm>
#include <cstdio>
#include <vector>
#include "../../stimuli/micro_silicon/each_load/each_load.cu"
#include "words.h"
int main() {
    const unsigned lines = 2097152, loads = 4096, sms = 132;
    const size_t other_words = size_t{128} << 20;  // 512 MB, read to push the lines out of the L2
    unsigned *words, *other, *cycles, *sum;
    cudaMalloc(&words, size_t{lines} * 128); cudaMalloc(&other, other_words * 4); cudaMalloc(&cycles, loads * 4); cudaMalloc(&sum, 4);
    fill<<<1056, 256>>>(words, size_t{lines} * 32); cudaMemset(other, 0, other_words * 4);
    auto measure = [&](const char* name, unsigned step, unsigned count, unsigned rounds, std::vector<unsigned> on) {
        std::vector<unsigned> all;
        for (unsigned sm : on) {
            read_all<<<1056, 256>>>(other, other_words, sum);
            each_load<<<sms, 32>>>(words, cycles, sum, lines, step, count, rounds, sm);
            std::vector<unsigned> now(count); unsigned total;
            cudaMemcpy(now.data(), cycles, count * 4, cudaMemcpyDeviceToHost); cudaMemcpy(&total, sum, 4, cudaMemcpyDeviceToHost);
            if (total != count * rounds) { printf("wrong sum on SM %u\n", sm); return; }
            all.insert(all.end(), now.begin(), now.end());
        }
        std::sort(all.begin(), all.end()); double mean = 0; for (unsigned c : all) mean += c;
        printf("each_load,%s mean,cycles,%.1f\n", name, mean / all.size());
        for (int percent : {1, 10, 25, 50, 75, 90, 95, 99}) printf("each_load,%s %d %%,cycles,%u\n", name, percent, all[all.size() * percent / 100]);
    };
    measure("DRAM, lines 5 MB apart,", 40503, loads, 1, {0, 64, 30, 100});
    measure("DRAM, neighbouring lines,", 1, loads, 1, {0, 64, 30, 100});
    measure("DRAM, lines 2 KB apart,", 16, loads, 1, {0, 64, 30, 100});
    std::vector<unsigned> every; for (unsigned sm = 0; sm < sms; ++sm) every.push_back(sm);
    measure("L2, neighbouring lines, all SMs,", 1, 1024, 2, every);
    measure("L2, neighbouring lines, SM 0,", 1, 1024, 2, {0});
    printf("# %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
