// Loads of 4, 8 and 16 bytes from shared memory, and the SM of each CTA of grids that do or do not fill the machine.
//
//   nvcc -O3 -arch=sm_90 -o shared_and_placement shared_and_placement.cu && ./shared_and_placement
#include <algorithm>
#include <cstdio>
#include <vector>

#include "sm_clock.h"

__global__ void place(unsigned* sms, unsigned wait) {
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    const unsigned begin = now();
    if (threadIdx.x == 0) sms[blockIdx.x] = sm;
    while (now() - begin < wait) {
    }
}

template <int bytes>
__device__ unsigned load_shared(unsigned address) {
    unsigned v[4] = {0, 0, 0, 0};
    if (bytes == 16)
        asm volatile("ld.shared.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]) : "r"(address) : "memory");
    else if (bytes == 8)
        asm volatile("ld.shared.v2.u32 {%0,%1}, [%2];" : "=r"(v[0]), "=r"(v[1]) : "r"(address) : "memory");
    else
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v[0]) : "r"(address) : "memory");
    return v[0] + v[1] + v[2] + v[3];
}

// Every load's address needs the value, 0, of the one before.
template <int bytes>
__global__ void shared_chain(unsigned stride, unsigned loops, unsigned* begins, unsigned* ends) {
    __shared__ alignas(16) unsigned words[8192];
    for (unsigned i = threadIdx.x; i < 8192; i += blockDim.x) words[i] = 0;
    const unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(words)) + threadIdx.x % 32 * stride;
    unsigned value = 0;
    __syncthreads();
    const unsigned begin = now();
    for (unsigned loop = 0; loop < loops; ++loop)
#pragma unroll
        for (int i = 0; i < 16; ++i) value = load_shared<bytes>(base + value);
    const unsigned end = now();
    if (threadIdx.x % 32 == 0) begins[threadIdx.x / 32] = begin, ends[threadIdx.x / 32] = end + value;
}

template <int bytes>
void shared(unsigned* begins, unsigned* ends) {
    for (const int warps : {1, 32})
        for (int stride = 0; stride <= 128; stride = stride ? 2 * stride : bytes) {
            for (int i = 0; i < 2; ++i) {
                shared_chain<bytes><<<1, 32 * warps>>>(stride, 64, begins, ends);
                cudaDeviceSynchronize();
            }
            const unsigned cycles = *std::max_element(ends, ends + warps) - *std::min_element(begins, begins + warps);
            printf("shared_chain,%d bytes stride %d %d warps,cycles per load,%.3f\n", bytes, stride, warps, cycles / (1024.0 * warps));
        }
}

int main() {
    unsigned* sms;
    cudaMallocHost(&sms, 1 << 20);
    for (const int threads : {1024, 256})
        for (const int ctas : {256 * 1024 / threads, 264 * 1024 / threads}) {
            place<<<ctas, threads>>>(sms, 60000);
            cudaDeviceSynchronize();
            printf("placement,%d CTAs of %d,SM of each CTA,", ctas, threads);
            for (int i = 0; i < ctas; ++i) printf("%u ", sms[i]);
            printf("\n");
        }
    shared<4>(sms, sms + 64);
    shared<8>(sms, sms + 64);
    shared<16>(sms, sms + 64);
    return cudaDeviceSynchronize() != cudaSuccess;
}
