// A read of a line whose copy from the other half of the L2 is on its way. Four SMs of a GPC read a line that their
// half has no copy of; a fifth reads it some cycles later and cannot merge with the four any more. It ends with them,
// as if it had to wait for the copy, too.
//
//   nvcc -O3 -arch=sm_90 -o copy_on_its_way copy_on_its_way.cu && ./copy_on_its_way
#include <cstdio>
#include <vector>

#include "sm_clock.h"

constexpr unsigned sms = 132, rounds = 1024, period = 4000, stride_bytes = 3968;
constexpr unsigned fifth = 64, first_ones[] = {2, 3, 18, 19};  // SMs of GPC 1
constexpr unsigned near_cycles = 400, far_cycles = 560;  // between hits in the near half, in the far one, and DRAM

struct Start {
    unsigned arrived, cycle, is_set;
};
struct Delays {
    int of_sm[sms];  // negative: takes no part
};

// The SMs of a GPC have one clock: the first of them that comes says when all begin.
__device__ unsigned common_start(Start* start) {
    if (atomicAdd(&start->arrived, 1) == 0) {
        atomicExch(&start->cycle, now() + 20000);
        __threadfence();
        atomicExch(&start->is_set, 1);
    }
    while (atomicAdd(&start->is_set, 0) == 0) {
    }
    return atomicAdd(&start->cycle, 0);
}

__global__ void timed(const unsigned* data, Delays delays, Start* start, unsigned* took) {
    const unsigned sm = my_sm();
    if (delays.of_sm[sm] < 0 || threadIdx.x >= 32) return;
    unsigned at = 0;
    if (threadIdx.x == 0) at = common_start(start) + delays.of_sm[sm];
    at = __shfl_sync(~0u, at, 0);
    for (unsigned round = 0; round < rounds; ++round, at += period) {
        while (static_cast<int>(now() - at) < 0) {
        }
        const unsigned begin = now();
        unsigned value;
        const unsigned* word = data + round * (stride_bytes / 4) + threadIdx.x;
        asm volatile("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
        if (value == ~0u) return;  // waits for the value
        if (threadIdx.x == 0) took[sm * rounds + round] = now() - begin;
    }
}

__global__ void bring_in(const unsigned* data, unsigned words, unsigned sm, unsigned* sink) {
    if (my_sm() != sm) return;
    unsigned sum = 0;
    for (unsigned i = threadIdx.x; i < words; i += blockDim.x) sum += data[i];
    if (sum == ~0u) *sink = sum;
}

int main() {
    unsigned *data, *took;
    Start* start;
    char* flushed;
    const unsigned bytes = 4 << 20;
    cudaMalloc(&data, bytes);
    cudaMalloc(&took, sms * rounds * 4);
    cudaMalloc(&start, sizeof(Start));
    cudaMalloc(&flushed, 256 << 20);
    cudaMemset(data, 0, bytes);
    std::vector<unsigned> cycles(sms * rounds);
    for (const unsigned loader : {0u, 10u, 12u, 14u})  // SMs of other GPCs, some of them of the other half
        for (const int lag : {30, 60, 100, 140, 200, 400}) {
            cudaMemset(flushed, 1, 256 << 20);
            cudaMemset(start, 0, sizeof(Start));
            bring_in<<<sms, 1024>>>(data, bytes / 4, loader, took);
            Delays delays;
            for (int& delay : delays.of_sm) delay = -1;
            for (const unsigned sm : first_ones) delays.of_sm[sm] = 0;
            delays.of_sm[fifth] = lag;
            timed<<<sms, 64>>>(data, delays, start, took);
            cudaMemcpy(cycles.data(), took, sms * rounds * 4, cudaMemcpyDeviceToHost);
            double first[2] = {}, second[2] = {};
            unsigned count[2] = {};
            for (unsigned round = 0; round < rounds; ++round) {
                const unsigned one = cycles[first_ones[0] * rounds + round], later = cycles[fifth * rounds + round];
                if (one >= far_cycles) continue;
                const bool far = one >= near_cycles;
                first[far] += one, second[far] += later, ++count[far];
            }
            for (const int far : {0, 1})
                if (count[far])
                    printf(
                        "copy_on_its_way,lines brought in by SM %u; %s half; lag %d,cycles of the first and of the "
                        "fifth,%.0f %.0f\n",
                        loader, far ? "other" : "same", lag, first[far] / count[far], second[far] / count[far]);
        }
    return cudaDeviceSynchronize() != cudaSuccess;
}
