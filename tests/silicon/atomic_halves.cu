// What an atomic costs in either half of the L2: its latency for every SM (stimuli/micro_silicon/each_atomic), and how
// long atomics of one line take one SM, a GPC and all SMs. An atomic is performed where its line belongs, so that SMs
// of the other half never find a copy.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o atomic_halves atomic_halves.cu && ./atomic_halves
//
// Prints rows of h200.csv. Which SMs and lines are in one half is told by the latency itself.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "../../stimuli/micro_silicon/each_atomic/each_atomic.cu"
#include "h200_gpcs.h"
#include "sm_clock.h"

constexpr unsigned lines = 256, nothing = ~0u;

// Some SMs send `each` atomics of one lane from each of their first `warps` warps, without waiting for them in between.
template <unsigned each>
__global__ void rates(unsigned* words, const unsigned* line_of_sm, unsigned warps, unsigned* took) {
    const unsigned sm = my_sm(), line = line_of_sm[sm];
    if (line == nothing) return;
    unsigned before[each], all = 0;
    __syncthreads();
    const unsigned begin = now();
    if (threadIdx.x % 32 == 0 && threadIdx.x / 32 < warps) {
#pragma unroll
        for (unsigned i = 0; i < each; ++i)
            asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(before[i]) : "l"(words + line * 32) : "memory");
#pragma unroll
        for (unsigned i = 0; i < each; ++i) all |= before[i];
    }
    if (all == nothing) return;
    __syncthreads();
    if (threadIdx.x == 0) took[sm] = now() - begin;
}

unsigned median(std::vector<unsigned> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

struct Device {
    unsigned *words, *line_of_sm, *took;

    // By SM and line.
    std::vector<unsigned> latencies() const {
        unsigned* cycles;
        cudaMalloc(&cycles, lines * 4);
        std::vector<unsigned> result(h200_sms * lines);
        for (unsigned sm = 0; sm < h200_sms; ++sm) {
            each_atomic<<<h200_sms, 32>>>(words, cycles, lines, 4, sm);
            cudaMemcpy(result.data() + sm * lines, cycles, lines * 4, cudaMemcpyDeviceToHost);
        }
        cudaFree(cycles);
        return result;
    }
    // The longest of the SMs that have a line; the median of nine launches.
    template <unsigned each>
    unsigned rate(const std::vector<unsigned>& line_of, unsigned warps) const {
        std::vector<unsigned> all, noted(h200_sms);
        cudaMemcpy(line_of_sm, line_of.data(), h200_sms * 4, cudaMemcpyHostToDevice);
        for (unsigned launch = 0; launch < 10; ++launch) {
            cudaMemset(took, 0, h200_sms * 4);
            rates<each><<<h200_sms, 1024>>>(words, line_of_sm, warps, took);
            cudaMemcpy(noted.data(), took, h200_sms * 4, cudaMemcpyDeviceToHost);
            if (launch) all.push_back(*std::max_element(noted.begin(), noted.end()));
        }
        return median(all);
    }
};

int main() {
    Device device;
    cudaMalloc(&device.words, lines * 128), cudaMemset(device.words, 0, lines * 128);
    cudaMalloc(&device.line_of_sm, h200_sms * 4), cudaMalloc(&device.took, h200_sms * 4);

    const std::vector<unsigned> latency = device.latencies();
    std::vector<unsigned> sorted = latency;
    std::sort(sorted.begin(), sorted.end());
    // Half of the lines are in either half.
    const unsigned limit = (sorted[sorted.size() / 4] + sorted[sorted.size() * 3 / 4]) / 2;
    const auto is_far = [&](unsigned sm, unsigned line) { return latency[sm * lines + line] >= limit; };
    std::vector<unsigned> own, other, more;
    for (unsigned sm = 0; sm < h200_sms; ++sm) {
        std::vector<unsigned> near, far;
        for (unsigned line = 0; line < lines; ++line)
            (is_far(sm, line) ? far : near).push_back(latency[sm * lines + line]);
        if (near.size() < lines / 4 || far.size() < lines / 4) return 1;
        own.push_back(median(near)), other.push_back(median(far)), more.push_back(other.back() - own.back());
    }
    printf("atomic_halves,\"latency, own half\",cycles,%u\n", median(own));
    printf("atomic_halves,\"latency, other half\",cycles,%u\n", median(other));
    std::sort(more.begin(), more.end());
    for (const unsigned percent : {10u, 50u, 90u})
        printf("atomic_halves,\"latency, other half less own half, %u %%\",cycles,%u\n", percent,
               more[more.size() * percent / 100]);

    for (const bool far : {false, true}) {
        const char* half = far ? "other half" : "own half";
        const unsigned sm = 40;
        unsigned line = 0;
        while (is_far(sm, line) != far) ++line;
        std::vector<unsigned> one(h200_sms, nothing), gpc(h200_sms, nothing);
        one[sm] = line;
        for (const int member : sms_of(gpc_of(sm))) gpc[member] = line;
        for (const unsigned warps : {1u, 2u, 4u, 8u, 16u, 32u}) {
            printf("atomic_halves,\"one SM, %u warps of 1, %s\",cycles,%u\n", warps, half, device.rate<1>(one, warps));
            printf("atomic_halves,\"one SM, %u warps of 16, %s\",cycles,%u\n", warps, half,
                   device.rate<16>(one, warps));
        }
        printf("atomic_halves,\"16 SMs of a GPC, 16 warps of 1, %s\",cycles,%u\n", half, device.rate<1>(gpc, 16));
        printf("atomic_halves,\"16 SMs of a GPC, 16 warps of 16, %s\",cycles,%u\n", half, device.rate<16>(gpc, 16));
        std::vector<unsigned> all_of_half(h200_sms, nothing);
        unsigned count = 0;
        for (unsigned i = 0; i < h200_sms; ++i)
            if (is_far(i, line) == far && ++count <= 60) all_of_half[i] = line;
        printf("atomic_halves,\"60 SMs, 16 warps of 16, %s\",cycles,%u\n", half, device.rate<16>(all_of_half, 16));
    }
    printf("atomic_halves,\"all SMs, 16 warps of 16, one line\",cycles,%u\n",
           device.rate<16>(std::vector<unsigned>(h200_sms, 0), 16));
    return cudaDeviceSynchronize() != cudaSuccess;
}
