// Runs stimuli/micro_silicon/load_burst on a GPU and prints rows of h200.csv: when the last load of a burst has issued and when all have come back, the median of nine runs.
//
//   nvcc -O3 -arch=sm_90 -o load_burst load_burst.cu && ./load_burst
#include <algorithm>
#include <cstdio>
#include <vector>
#include "../../stimuli/micro_silicon/load_burst/load_burst.cu"
#include "words.h"
int main() {
    const size_t count = 65536, other_words = size_t{128} << 20;  // 512 MB, read to push the words out of the L2
    unsigned *words, *other, *times, *sum;
    cudaMalloc(&words, count * 4); cudaMalloc(&other, other_words * 4); cudaMalloc(&times, 32 * 3 * 4); cudaMalloc(&sum, 4);
    fill<<<1056, 256>>>(words, count); cudaMemset(other, 0, other_words * 4);
    const char* places[] = {"DRAM", "L2", "L1"};
    auto measure = [&](const char* name, unsigned near, unsigned warps, unsigned warp_step, unsigned lane_step, unsigned lines) {
        std::vector<unsigned> issued, done;
        for (int run = 0; run < 9; ++run) {
            read_all<<<1056, 256>>>(other, other_words, sum);
            cudaMemset(sum, 0, 4);
            load_burst<<<132, warps * 32>>>(words, times, sum, near, warp_step, lane_step, lines, 0);
            std::vector<unsigned> t(warps * 3); unsigned total;
            cudaMemcpy(t.data(), times, t.size() * 4, cudaMemcpyDeviceToHost); cudaMemcpy(&total, sum, 4, cudaMemcpyDeviceToHost);
            if (total != warps * 512 * (near ? 2 : 1)) { printf("wrong sum\n"); return; }
            unsigned first = t[0];
            for (unsigned warp = 0; warp < warps; ++warp) first = std::min(first, t[warp * 3]);
            unsigned last_issued = 0, last_done = 0;
            for (unsigned warp = 0; warp < warps; ++warp) { last_issued = std::max(last_issued, t[warp * 3 + 1] - first); last_done = std::max(last_done, t[warp * 3 + 2] - first); }
            issued.push_back(last_issued); done.push_back(last_done);
        }
        std::sort(issued.begin(), issued.end()); std::sort(done.begin(), done.end());
        printf("load_burst,\"%s, %s, %u warps issued\",cycles,%u\nload_burst,\"%s, %s, %u warps done\",cycles,%u\n", places[near], name, warps, issued[4], places[near], name, warps, done[4]);
    };
    for (unsigned warps : {1u, 2u, 4u, 8u, 16u, 32u}) measure("32 passes", 2, warps, 0, 32, 0);
    for (unsigned warps : {1u, 8u, 32u}) measure("one word", 2, warps, 0, 0, 0);
    for (unsigned near : {1u, 0u}) for (unsigned warps : {1u, 8u, 32u}) {
        measure("one sector", near, warps, 0, 0, 0);
        measure("16 lines", near, warps, 0, 1, 1);
        measure("line of each warp", near, warps, 32, 0, 0);
        measure("line of each load", near, warps, 512, 1, 1);
    }
    printf("# %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
