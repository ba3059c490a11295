// How many of a scheduler's cycles loads and stores of global memory, loads of shared memory and sums of 64 bits take beside instructions of other units: 16 and 32 warps on one SM, all loads hit in
// the L1, all lanes of a store write one word.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o load_issue load_issue.cu && ./load_issue; cuobjdump -sass load_issue
//
// Prints rows of h200.csv: cycles of a scheduler per pass of one warp. The loop itself has a few instructions more, of which a third counts for each pass.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>
#include "sm_clock.h"
constexpr int passes = 3;  // in each turn of the loop
// The template's arguments are the instructions of a pass, evenly mixed.
template <int loads, int shared_loads, int sums, int fmas, int lops, int stores>
__global__ void mix(const unsigned* words, unsigned* out, unsigned* begins, unsigned* ends, int step, unsigned loops) {
    constexpr int L = loads * passes, S = shared_loads * passes, W = sums * passes, F = fmas * passes, X = lops * passes, T = stores * passes, both = L + S ? L + S : 1;
    __shared__ unsigned kept[32 * 64];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, one = words[lane + 77];
    kept[lane] = lane;
    unsigned value[both] = {}, logic[8];
    long long wide[W ? W : 1];
    float real[8];
    for (int i = 0; i < 8; ++i) logic[i] = step + i + lane, real[i] = step;
    for (int i = 0; i < W; ++i) wide[i] = words[lane + 32 * i];
    const long long pitch = (unsigned)step * 8ll;
    const unsigned* mine = words + lane;
    unsigned mine_shared = (unsigned)__cvta_generic_to_shared(kept) + lane * 4;
    __syncthreads();
    const unsigned begin = now();
    for (unsigned loop = 0; loop < loops; ++loop) {
        mine += step, mine_shared += step;
        constexpr int most = 192;
#pragma unroll
        for (int i = 0; i < most; ++i) {
#define DUE(N) (N > 0 && (i + 1) * N / most > i * N / most)
            if (DUE(L)) asm volatile("ld.global.u32 %0, [%1];" : "=r"(value[i * L / most]) : "l"(mine + 32 * (i * L / most)));
            if (DUE(S)) asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value[i * S / most]) : "r"(mine_shared + 128 * (i * S / most)));
            if (DUE(T)) asm volatile("st.global.u32 [%0], %1;" ::"l"(out + 1024 + warp * 64 + i * T / most), "r"(one));
            if (DUE(W)) asm volatile("add.s64 %0, %0, %1;" : "+l"(wide[i * W / most]) : "l"(pitch));
            if (DUE(F)) {
                const int f = i * F / most;  // the value of each load is used by one, half a turn later
                if (f < L + S) asm volatile("fma.rn.f32 %0, %1, %1, %0;" : "+f"(real[f % 8]) : "f"(__uint_as_float(value[(f + (L + S) / 2) % both])));
                else asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(real[f % 8]));
            }
            if (DUE(X)) asm volatile("lop3.b32 %0, %0, %1, %0, 0x96;" : "+r"(logic[i * X / most % 8]) : "r"(one));
        }
    }
    unsigned all = 0;
    for (int i = 0; i < 8; ++i) all += logic[i] + (unsigned)real[i];
    for (int i = 0; i < L + S; ++i) all += value[i];
    for (int i = 0; i < W; ++i) all += (unsigned)wide[i] + (unsigned)(wide[i] >> 32);
    const unsigned end = now();
    out[threadIdx.x] = all;
    if (lane == 0) begins[warp] = begin, ends[warp] = end;
}
unsigned *words, *out, *begins, *ends;
template <int loads, int shared_loads, int sums, int fmas, int lops, int stores = 0> void run() {
    std::string name;
    const auto add = [&](int count, const char* kind) { if (count) name += (name.empty() ? "" : " ") + std::to_string(count) + kind; };
    add(loads, " loads"), add(shared_loads, " shared loads"), add(sums, " sums"), add(fmas, " fma"), add(lops, " lop3"), add(stores, " stores");
    for (unsigned warps : {16u, 32u}) {
        double cycles[2] = {};
        for (int run = 0; run < 4; ++run) {
            mix<loads, shared_loads, sums, fmas, lops, stores><<<1, warps * 32>>>(words, out, begins, ends, 0, run % 2 ? 320 : 64);
            if (cudaGetLastError() != cudaSuccess) return;  // too many registers for 32 warps
            std::vector<unsigned> begin(warps), end(warps);
            cudaMemcpy(begin.data(), begins, warps * 4, cudaMemcpyDeviceToHost); cudaMemcpy(end.data(), ends, warps * 4, cudaMemcpyDeviceToHost);
            cycles[run % 2] = *std::max_element(end.begin(), end.end()) - *std::min_element(begin.begin(), begin.end());
        }
        printf("load_issue,%s %u warps,cycles of a scheduler per pass,%.2f\n", name.c_str(), warps, (cycles[1] - cycles[0]) / (256. * passes * warps / 4));
    }
}
int main() {
    cudaMalloc(&words, 1 << 20); cudaMemset(words, 0, 1 << 20); cudaMalloc(&out, 16384); cudaMalloc(&begins, 128); cudaMalloc(&ends, 128);
    run<8, 0, 0, 8, 0>(); run<8, 0, 0, 16, 0>(); run<8, 0, 0, 20, 0>(); run<8, 0, 0, 24, 0>(); run<8, 0, 0, 32, 0>(); run<4, 0, 0, 32, 0>();
    run<0, 8, 0, 16, 0>(); run<0, 8, 0, 24, 0>(); run<0, 8, 0, 32, 0>(); run<0, 4, 0, 32, 0>();
    run<0, 0, 8, 0, 0>(); run<0, 0, 8, 8, 0>(); run<0, 0, 8, 16, 0>(); run<0, 0, 8, 32, 0>(); run<0, 0, 8, 0, 12>(); run<0, 0, 4, 8, 8>();
    run<4, 0, 4, 8, 0>(); run<4, 0, 4, 16, 0>(); run<4, 0, 8, 8, 0>(); run<4, 0, 8, 4, 0>();
    run<8, 0, 2, 8, 0>(); run<8, 0, 4, 8, 0>(); run<8, 0, 6, 8, 0>(); run<8, 0, 8, 8, 0>(); run<8, 0, 4, 16, 0>(); run<8, 0, 4, 24, 0>();
    run<0, 4, 8, 8, 0>(); run<0, 8, 4, 8, 0>(); run<0, 8, 6, 8, 0>();
    run<8, 0, 0, 8, 8>(); run<8, 0, 0, 8, 12>(); run<4, 0, 0, 4, 8>(); run<4, 0, 0, 4, 12>(); run<4, 0, 0, 8, 12>();
    run<0, 0, 0, 40, 0>(); run<0, 0, 0, 40, 0, 2>(); run<0, 0, 0, 40, 0, 4>(); run<0, 0, 0, 48, 0>(); run<0, 0, 0, 48, 0, 2>(); run<0, 0, 0, 48, 0, 4>();
    return cudaDeviceSynchronize() != cudaSuccess;
}
