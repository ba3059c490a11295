// Which bits of a line's address choose its half of the L2. An SM of the other half has brought all lines into the L2;
// this one's first read of a line takes longer if the line belongs there. A bit chooses the half if flipping it always
// does. Bits from 21 on are those of virtual addresses: a page has 2 MB.
//
//   nvcc -O3 -arch=sm_90 -o line_halves line_halves.cu && ./line_halves
#include <cstdio>
#include <vector>

#include "read_lines.h"

constexpr unsigned lines = 1 << 16, reader = 2, far_cycles = 400;

int main() {
    unsigned* data;
    unsigned short* cycles;
    char* flushed;
    cudaMalloc(&data, lines * 128);
    cudaMalloc(&cycles, lines * 2);
    cudaMalloc(&flushed, 256 << 20);
    cudaMemset(data, 0, lines * 128);
    std::vector<unsigned short> first(lines);
    for (const unsigned loader : {0u, 4u, 6u, 8u, 10u, 12u, 14u}) {  // one of each other GPC
        cudaMemset(flushed, 1, 256 << 20);
        read_lines<<<132, 32>>>(data, lines, loader, cycles);
        read_lines<<<132, 32>>>(data, lines, reader, cycles);
        cudaMemcpy(first.data(), cycles, lines * 2, cudaMemcpyDeviceToHost);
        unsigned far = 0;
        for (const unsigned short c : first) far += c > far_cycles;
        printf("line_halves,SM %u after SM %u,lines of the other half,%u\n", reader, loader, far);
        if (far == 0) continue;
        for (unsigned bit = 0; 1u << bit < lines; ++bit) {
            unsigned flips = 0;
            for (unsigned i = 0; i < lines; ++i)
                flips += (first[i] > far_cycles) != (first[i ^ 1u << bit] > far_cycles);
            printf("line_halves,bit %u of the address,share of lines in the other half if it is flipped,%.3f\n",
                   bit + 7, static_cast<double>(flips) / lines);
        }
        break;
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
