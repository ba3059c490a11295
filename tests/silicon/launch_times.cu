// When the CTAs of a kernel begin on the two SMs of a TPC, and the warps of a CTA, for CTAs of several sizes. SMs of a
// TPC have one clock. CTAs stay until all have begun.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o launch_times launch_times.cu && ./launch_times
#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "sm_clock.h"

constexpr unsigned sms = 132, stay_cycles = 20000, max_warps = 32, words = max_warps + 1;

__global__ void begin(unsigned* out) {
    const unsigned cycle = now(), warp = threadIdx.x / 32;
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    if (threadIdx.x % 32 == 0) {
        out[blockIdx.x * words + warp] = cycle;
        out[blockIdx.x * words + max_warps] = sm;
    }
    while (now() - cycle < stay_cycles) {
    }
}

int main() {
    unsigned* out;
    cudaMalloc(&out, sms * 32 * words * 4);
    const std::pair<unsigned, unsigned> shapes[] = {{32, 8}, {64, 8}, {128, 8}, {256, 6}, {512, 4}, {1024, 2}};
    for (const auto [threads, per_sm] : shapes)
        for (const bool measured : {false, true}) {  // once before, so that the code is in the caches
            const unsigned ctas = sms * per_sm, warps = threads / 32;
            begin<<<ctas, threads>>>(out);
            std::vector<unsigned> host(ctas * words);
            cudaMemcpy(host.data(), out, host.size() * 4, cudaMemcpyDeviceToHost);
            if (!measured) continue;
            for (const unsigned tpc : {1u, 9u}) {
                std::vector<std::pair<unsigned, unsigned>> begins;  // with the SM of the TPC
                unsigned spread = 0;
                for (unsigned cta = 0; cta < ctas; ++cta) {
                    const unsigned* first = &host[cta * words];
                    if (first[max_warps] / 2 != tpc) continue;
                    const auto [low, high] = std::minmax_element(first, first + warps);
                    begins.push_back({*low, first[max_warps] % 2});
                    if (begins.size() == 1) spread = *high - *low;
                }
                std::sort(begins.begin(), begins.end());
                printf(
                    "launch_times,CTAs of %u threads on the SMs a and b of TPC %u,cycles from the first to the begin "
                    "of each,",
                    threads, tpc);
                for (const auto& [cycle, sm] : begins) printf("%u%c ", cycle - begins[0].first, "ab"[sm]);
                printf(
                    "\nlaunch_times,warps of a CTA of %u threads on TPC %u,cycles from the first to the last "
                    "begin,%u\n",
                    threads, tpc, spread);
            }
        }
    return cudaDeviceSynchronize() != cudaSuccess;
}
