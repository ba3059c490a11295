// How fast one warp of each SM runs straight code that it has not run before: 64 fused multiply-adds and other instructions in each KB, which take 64 cycles if the code is there.
//
//   nvcc -O3 -arch=sm_90 -o cold_code cold_code.cu && ./cold_code
//
// Prints rows of h200.csv, the cycles for a KB of code: the fastest SM, the median and the slowest, of the first launch.
#include <algorithm>
#include <cstdio>
#include <vector>
#include "sm_clock.h"
constexpr unsigned sms = 132, kilobytes = 256, fmas = 62;  // with the reading of the clock and its store 64 instructions of 16 bytes
template <bool alone>
__global__ void cold_code(float a, float b, unsigned* clocks, float* sums) {
    if (alone && my_sm() != 40) return;
    float x[4] = {a, a + 1, a + 2, a + 3};
    unsigned* mine = clocks + my_sm() * (kilobytes + 1);
    mine[0] = now();
#pragma unroll
    for (int kilobyte = 0; kilobyte < kilobytes; ++kilobyte) {
#pragma unroll
        for (int i = 0; i < fmas; ++i) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x[i % 4]) : "f"(a), "f"(b));
        mine[kilobyte + 1] = now();
    }
    sums[my_sm() * 32 + threadIdx.x] = x[0] + x[1] + x[2] + x[3];
}
template <bool alone> void measure(const char* name) {
    unsigned* clocks; float* sums;
    cudaMalloc(&clocks, sms * (kilobytes + 1) * 4); cudaMalloc(&sums, sms * 32 * 4); cudaMemset(clocks, 0, sms * (kilobytes + 1) * 4);
    cold_code<alone><<<sms, 32>>>(0.5f, 0.25f, clocks, sums);
    std::vector<unsigned> noted(sms * (kilobytes + 1));
    cudaMemcpy(noted.data(), clocks, noted.size() * 4, cudaMemcpyDeviceToHost);
    unsigned last = 0;
    for (unsigned until : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 96u, 128u, 160u, 256u}) {
        std::vector<double> cycles;
        for (unsigned sm = 0; sm < sms; ++sm) {
            const unsigned* mine = &noted[sm * (kilobytes + 1)];
            if (mine[kilobytes]) cycles.push_back((mine[until] - mine[last]) / double(until - last));
        }
        std::sort(cycles.begin(), cycles.end());
        const auto print = [&](const char* which, double value) { printf("cold_code,\"%s, KB %u to %u%s\",cycles per KB,%.0f\n", name, last + 1, until, which, value); };
        if (!alone) print(", fastest", cycles.front());
        print(alone ? "" : ", median", cycles[cycles.size() / 2]);
        if (!alone) print(", slowest", cycles.back());
        last = until;
    }
}
int main() {
    measure<false>("all SMs");
    measure<true>("one SM");
    return cudaDeviceSynchronize() != cudaSuccess;
}
