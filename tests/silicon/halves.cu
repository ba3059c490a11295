// Latency of the first read of each line by an SM after another SM has brought it into the L2: where the two belong to
// different halves of the L2, half of the lines come from farther away, once.
//
//   nvcc -O3 -arch=sm_90 -o halves halves.cu && ./halves
#include <algorithm>
#include <cstdio>
#include <vector>

#include "read_lines.h"

int main() {
    const unsigned lines = 8192;
    unsigned* data;
    unsigned short* cycles;
    char* flushed;
    cudaMalloc(&data, lines * 128);
    cudaMalloc(&cycles, lines * 2);
    cudaMalloc(&flushed, 256 << 20);
    cudaMemset(data, 0, lines * 128);
    const auto mean = [&](unsigned sm) {
        read_lines<<<132, 32>>>(data, lines, sm, cycles);
        std::vector<unsigned short> host(lines);
        cudaMemcpy(host.data(), cycles, lines * 2, cudaMemcpyDeviceToHost);
        double sum = 0;
        for (const unsigned short c : host) sum += c;
        return sum / lines;
    };
    for (const unsigned loader : {0u, 6u})
        for (const unsigned other : {0u, 16u, 2u, 4u, 6u, 8u, 10u, 12u, 14u, 124u}) {  // one of each GPC
            cudaMemset(flushed, 1, 256 << 20);
            const double cold = mean(loader), first = mean(other), again = mean(other);
            printf("halves,SM %u after SM %u,cycles of a first and of a second read,%.1f %.1f\n", other, loader, first, again);
            if (other == 0) printf("halves,SM %u cold,cycles of a read,%.1f\n", loader, cold);
        }
    return cudaDeviceSynchronize() != cudaSuccess;
}
