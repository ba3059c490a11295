// Whether DRAM leaves rows open: a read some time after a read of bytes nearby. The first stride stays within the line, so that both reads are in one row. Prints rows of h200.csv.
//
//   nvcc -O3 -arch=sm_90 -o row_state row_state.cu && ./row_state
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "sm_clock.h"

constexpr int samples = 400, line_step = (1 << 20) + 3 * 8192 + 4096 + 128;
constexpr int l2_cycles = 400, near_cycles = 660;  // above all hits in the L2; above most reads of DRAM behind the reader's half of it, below all of the other half's

__device__ unsigned read(const char* address) {
    unsigned value;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
    return value;
}
__device__ void wait(unsigned cycles) {
    for (const unsigned begin = now(); now() - begin < cycles;) {
    }
}
__global__ void timed(const char* data, int stride, unsigned pause, int* cycles) {
    for (int i = 0; i < samples; ++i) {
        const char* first = data + (size_t)i * line_step;
        if (stride) {
            if (read(first) == ~0u) return;  // waits for the value
            wait(pause);
        }
        const unsigned begin = now();
        if (read(first + stride) == ~0u) return;
        cycles[i] = static_cast<int>(now() - begin);
        wait(3000);
    }
}
int main() {
    constexpr size_t data_bytes = 512u << 20, other_bytes = 256u << 20;
    char *data, *other;
    int* cycles;
    cudaMalloc(&data, data_bytes), cudaMalloc(&other, other_bytes), cudaMalloc(&cycles, samples * 4);
    cudaMemset(data, 0, data_bytes);
    for (int stride : {0, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 65536, 262144})
        for (unsigned pause : {0u, 500u, 3000u, 30000u}) {
            if (!stride && pause) continue;
            cudaMemset(other, 1, other_bytes);  // fills the L2 with other lines
            timed<<<1, 1>>>(data, stride, pause, cycles);
            std::vector<int> all(samples), from_near;
            cudaMemcpy(all.data(), cycles, samples * 4, cudaMemcpyDeviceToHost);
            for (int one : all)
                if (one > l2_cycles && one < near_cycles) from_near.push_back(one);
            std::sort(from_near.begin(), from_near.end());
            if (from_near.size() < samples / 10) continue;  // most of them were in the L2
            const size_t n = from_near.size();
            printf("row_state,\"%s\",quartiles of the cycles,%d %d %d\n",
                   stride ? (std::to_string(stride) + " B behind a read, " + std::to_string(pause) + " cycles later").c_str() : "no read before", from_near[n / 4], from_near[n / 2], from_near[n * 3 / 4]);
        }
    return cudaDeviceSynchronize() != cudaSuccess;
}
