// What instructions of different kinds cost a scheduler alone and in turns: 8, 16 and 32 warps on one SM, loops of 64 fused multiply-adds with other instructions among them.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o issue_kinds issue_kinds.cu && ./issue_kinds; cuobjdump -sass issue_kinds
//
// Prints rows of h200.csv: cycles of a scheduler per pass of one warp.
#include <algorithm>
#include <cstdio>
#include <vector>
#include "sm_clock.h"
constexpr unsigned accumulators = 16;
struct State {
    float x[accumulators];
    unsigned n[accumulators];
    float a, b;
    unsigned zero;
};
// One instruction of a kind; `i` says which of the independent chains it belongs to.
template <char kind> __device__ inline void one(State& s, unsigned i) {
    float& x = s.x[i % accumulators];
    unsigned& n = s.n[i % accumulators];
    if constexpr (kind == 'F') asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(s.a), "f"(s.b));
    if constexpr (kind == 'G') asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(x));
    if constexpr (kind == 'L') asm volatile("lop3.b32 %0, %0, %1, %1, 0x96;" : "+r"(n) : "r"(s.zero));
    if constexpr (kind == 'l') asm volatile("not.b32 %0, %0;" : "+r"(n));
    if constexpr (kind == 'I') asm volatile("add.u32 %0, %0, %1;" : "+r"(n) : "r"(s.zero));
    if constexpr (kind == 'S') asm volatile("shf.l.wrap.b32 %0, %0, %0, %1;" : "+r"(n) : "r"(s.zero));
    if constexpr (kind == 'M') asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(n) : "r"(s.zero));
}
// `fmas` instructions of kind `base` in each pass and `others` of kind `other`, evenly among them or, with `apart`, behind them.
template <char base, unsigned fmas, char other, unsigned others, bool apart>
__global__ void kinds(const unsigned* words, unsigned loops, float a, unsigned* begins, unsigned* ends, float* sums) {
    State s;
    const unsigned zero = words[threadIdx.x];  // so that no value is the same for all lanes: those have a unit of their own
    s.a = a + zero; s.b = a + zero + 1; s.zero = zero;
    for (unsigned i = 0; i < accumulators; ++i) s.x[i] = a * i + zero, s.n[i] = i + zero;
    __syncthreads();
    const unsigned begin = now();
#pragma unroll 1
    for (unsigned loop = 0; loop < loops; ++loop) {
        unsigned done = 0;
#pragma unroll
        for (unsigned i = 0; i < fmas; ++i) {
            one<base>(s, i);
            if (!apart && others && (i + 1) * others / fmas > done) one<other>(s, done++);
        }
#pragma unroll
        for (unsigned i = 0; i < others; ++i)
            if (i >= done) one<other>(s, i);
    }
    const unsigned end = now();
    float sum = 0;
    for (unsigned i = 0; i < accumulators; ++i) sum += s.x[i] + s.n[i];
    sums[threadIdx.x] = sum;
    if (threadIdx.x % 32 == 0) begins[threadIdx.x / 32] = begin, ends[threadIdx.x / 32] = end;
}
template <char base, unsigned fmas, char other, unsigned others, bool apart = false> void measure(const char* name) {
    unsigned *words, *begins, *ends; float* sums;
    cudaMalloc(&words, 4096); cudaMemset(words, 0, 4096); cudaMalloc(&begins, 128); cudaMalloc(&ends, 128); cudaMalloc(&sums, 4096);
    for (unsigned warps : {8u, 16u, 32u}) {
        double cycles[2];
        for (int run = 0; run < 4; ++run) {
            kinds<base, fmas, other, others, apart><<<1, warps * 32>>>(words, run % 2 ? 320 : 64, 0.5f, begins, ends, sums);
            std::vector<unsigned> begin(warps), end(warps);
            cudaMemcpy(begin.data(), begins, warps * 4, cudaMemcpyDeviceToHost); cudaMemcpy(end.data(), ends, warps * 4, cudaMemcpyDeviceToHost);
            cycles[run % 2] = *std::max_element(end.begin(), end.end()) - *std::min_element(begin.begin(), begin.end());
        }
        printf("issue_kinds,\"%s, %u warps\",cycles of a scheduler per pass,%.2f\n", name, warps, (cycles[1] - cycles[0]) / (256 * warps / 4));
    }
}
int main() {
    measure<'F', 64, 'F', 0>("64 fma");
    measure<'G', 64, 'F', 0>("64 fma of one register");
    measure<'F', 64, 'L', 16>("64 fma and 16 lop3");
    measure<'G', 64, 'L', 16>("64 fma of one register and 16 lop3");
    measure<'F', 64, 'L', 16, true>("64 fma, then 16 lop3");
    measure<'G', 64, 'L', 16, true>("64 fma of one register, then 16 lop3");
    measure<'G', 64, 'l', 16>("64 fma of one register and 16 not");
    measure<'G', 64, 'L', 32>("64 fma of one register and 32 lop3");
    measure<'G', 64, 'L', 64>("64 fma of one register and 64 lop3");
    measure<'G', 64, 'I', 16>("64 fma of one register and 16 add");
    measure<'G', 64, 'S', 16>("64 fma of one register and 16 shf");
    measure<'G', 64, 'M', 16>("64 fma of one register and 16 mad");
    measure<'F', 64, 'I', 16>("64 fma and 16 add");
    measure<'F', 64, 'M', 16>("64 fma and 16 mad");
    measure<'L', 64, 'F', 0>("64 lop3");
    measure<'I', 64, 'F', 0>("64 add");
    measure<'M', 64, 'F', 0>("64 mad");
    measure<'S', 64, 'F', 0>("64 shf");
    measure<'L', 32, 'M', 32>("32 lop3 and 32 mad");
    return cudaDeviceSynchronize() != cudaSuccess;
}
