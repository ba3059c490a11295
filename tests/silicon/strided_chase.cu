// Cycles per load of a ring of lines that are `stride` bytes apart, in the L1: how many of them it keeps tells how it
// chooses sets.
//
//   nvcc -O3 -arch=sm_90 -o strided_chase strided_chase.cu && ./strided_chase
#include <cstdio>
#include <vector>

__global__ void walk(const unsigned* ring, unsigned warm, unsigned steps, unsigned* cycles, unsigned* last) {
    unsigned at = 0;
    for (unsigned i = 0; i < warm; ++i) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(at) : "l"(ring + at) : "memory");
    unsigned begin, end;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(begin)::"memory");
    for (unsigned i = 0; i < steps; ++i) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(at) : "l"(ring + at) : "memory");
    if (at == ~0u) return;  // waits for the last value
    asm volatile("mov.u32 %0, %%clock;" : "=r"(end)::"memory");
    *cycles = end - begin;
    *last = at;
}

int main() {
    unsigned *ring, *out;
    const size_t bytes = size_t{64} << 20;
    cudaMalloc(&ring, bytes);
    cudaMallocHost(&out, 8);
    for (unsigned stride = 128; stride <= 32768; stride *= 2)
        for (const unsigned lines : {32u, 64u, 96u, 112u, 128u, 192u, 256u, 384u, 512u, 768u, 1024u, 1280u, 1536u, 1700u}) {
            std::vector<unsigned> table(size_t{lines} * stride / 4);
            for (unsigned i = 0; i < lines; ++i) table[size_t{i} * stride / 4] = (i + 1) % lines * (stride / 4);
            cudaMemcpy(ring, table.data(), table.size() * 4, cudaMemcpyHostToDevice);
            walk<<<1, 1>>>(ring, 2 * lines, 4 * lines, out, out + 1);
            cudaDeviceSynchronize();
            printf("strided_chase,%u lines %u bytes apart,cycles per load,%.2f\n", lines, stride, out[0] / (4.0 * lines));
        }
    return cudaDeviceSynchronize() != cudaSuccess;
}
