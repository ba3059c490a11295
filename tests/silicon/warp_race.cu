// Which warp a scheduler issues when several could: all warps of an SM do the same work, and each notes the clock after every part of it.
//
//   nvcc -O3 -arch=sm_90 -o warp_race warp_race.cu && ./warp_race
//
// Prints a line for each warp of SM 0: kind of work, threads of a CTA, CTA, warp, and the clock at its beginning and after each part, from the first warp's beginning.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "sm_clock.h"

constexpr int parts = 24;
__device__ unsigned load(const unsigned* p) {
    unsigned v;
    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
__device__ void fma_to(float& x, float a) { asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x) : "f"(a)); }

// kind 0: 64 products of 8 chains; 1: 16 products of one chain; 2: 8 loads that hit in the L1, then their sum; 3: 8 loads of shared memory, then their sum;
// 4: 4 loads that hit in the L1, their sum, and 32 products of 4 chains. ptxas moves the loads of kinds 2 and 4, which read the same words every time, out of the loop, so
// that these two time what is left.
template <int kind>
__global__ void __launch_bounds__(1024, 2) race(const unsigned* words, float a, unsigned* sms, unsigned* times) {
    __shared__ unsigned noted[32][parts + 1];
    __shared__ unsigned shared_words[1024];
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    shared_words[threadIdx.x] = 0;
    float x[8] = {a, a, a, a, a, a, a, a};
    unsigned sum = load(words + lane) + load(words + lane + 32);
    __syncthreads();
    noted[warp][0] = now();
#pragma unroll 1
    for (int part = 0; part < parts; ++part) {
        if (kind == 0)
#pragma unroll
            for (int i = 0; i < 64; ++i) fma_to(x[i % 8], a);
        if (kind == 1)
#pragma unroll
            for (int i = 0; i < 16; ++i) fma_to(x[0], a);
        if (kind == 2 || kind == 4) {
            unsigned v[8];
#pragma unroll
            for (int i = 0; i < (kind == 2 ? 8 : 4); ++i) v[i] = load(words + lane + 32 * i);
#pragma unroll
            for (int i = 0; i < (kind == 2 ? 8 : 4); ++i) sum += v[i];
        }
        if (kind == 3) {
            unsigned v[8];
#pragma unroll
            for (int i = 0; i < 8; ++i)
                asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v[i]) : "r"(static_cast<unsigned>(__cvta_generic_to_shared(shared_words)) + 4 * lane + 128 * i) : "memory");
#pragma unroll
            for (int i = 0; i < 8; ++i) sum += v[i];
        }
        if (kind == 4) {
            x[0] += sum;
#pragma unroll
            for (int i = 0; i < 32; ++i) fma_to(x[i % 4], a);
        }
        if (sum == 12345) x[1] += 1;
        noted[warp][part + 1] = now();
    }
    float all = 0;
    for (int i = 0; i < 8; ++i) all += x[i];
    if (all == 12345 + sum) sms[0] = 1;
    __syncthreads();
    if (threadIdx.x == 0) asm volatile("mov.u32 %0, %%smid;" : "=r"(sms[blockIdx.x]));
    for (unsigned i = threadIdx.x; i < blockDim.x / 32 * (parts + 1); i += blockDim.x)
        times[blockIdx.x * 32 * (parts + 1) + i] = noted[i / (parts + 1)][i % (parts + 1)];
}

template <int kind>
void run(int threads, int ctas, unsigned* words, unsigned* sms, unsigned* times) {
    for (int i = 0; i < 2; ++i) {
        race<kind><<<ctas, threads>>>(words, 1.0f, sms, times);
        if (cudaDeviceSynchronize() != cudaSuccess) printf("kind %d: %s\n", kind, cudaGetErrorString(cudaGetLastError()));
    }
    std::vector<unsigned> s(ctas), t(ctas * 32 * (parts + 1));
    cudaMemcpy(s.data(), sms, 4 * s.size(), cudaMemcpyDeviceToHost);
    cudaMemcpy(t.data(), times, 4 * t.size(), cudaMemcpyDeviceToHost);
    const unsigned sm = ctas == 1 ? s[0] : 0;
    unsigned first = ~0u;
    for (int cta = 0; cta < ctas; ++cta)
        for (int warp = 0; warp < threads / 32; ++warp)
            if (s[cta] == sm) first = std::min(first, t[(cta * 32 + warp) * (parts + 1)]);
    for (int cta = 0; cta < ctas; ++cta)
        for (int warp = 0; warp < threads / 32; ++warp) {
            if (s[cta] != sm) continue;
            printf("race,%d,%d,%d,%d", kind, threads, cta, warp);
            for (int i = 0; i <= parts; ++i) printf(",%u", t[(cta * 32 + warp) * (parts + 1) + i] - first);
            printf("\n");
        }
}
template <int kind>
void all(unsigned* words, unsigned* sms, unsigned* times) {
    run<kind>(256, 1, words, sms, times);
    run<kind>(512, 1, words, sms, times);
    run<kind>(1024, 1, words, sms, times);
    run<kind>(256, 132 * 4, words, sms, times);
    run<kind>(1024, 132 * 2, words, sms, times);
}

int main() {
    unsigned *words, *sms, *times;
    cudaMalloc(&words, 1 << 20);
    cudaMemset(words, 0, 1 << 20);
    cudaMalloc(&sms, 4 * 1024);
    cudaMalloc(&times, 4 * 1024 * 32 * (parts + 1));
    all<0>(words, sms, times);
    all<1>(words, sms, times);
    all<2>(words, sms, times);
    all<3>(words, sms, times);
    all<4>(words, sms, times);
    return cudaDeviceSynchronize() != cudaSuccess;
}
