// How many loads an SM has under way, and in which order those that wait come back. Prints rows of h200.csv, the median of nine runs.
//
//   nvcc -O3 -arch=sm_90 -o load_order load_order.cu && ./load_order
#include <algorithm>
#include <cstdio>
#include <vector>
#include "../../stimuli/micro_silicon/chosen_sm.h"
#include "../../stimuli/micro_silicon/clock.h"
#include "words.h"
constexpr unsigned reader = 5;  // the SM that is timed
#define LOAD(i, step) asm volatile("ld.global.u32 %0, [%1+%2];" : "=r"(value[i]) : "l"(at), "n"((i) * (step) * 4) : "memory");
#define FOUR(i, step) LOAD(i, step) LOAD(i + 1, step) LOAD(i + 2, step) LOAD(i + 3, step)
// 32 warps issue 32 loads each, of one line that is in memory, and note the clock after every fourth; the other SMs read `stream`, so that the line takes long.
__global__ void __launch_bounds__(1024) burst(const unsigned* words, const uint4* stream, size_t count, unsigned* times, unsigned* sum) {
    if (!runs_on(reader)) {
        unsigned all = 0;
        for (size_t i = blockIdx.x * size_t{1024} + threadIdx.x; i < count; i += 132 * 1024) all += stream[i].x;
        if (all == 12345) *sum = all;
        return;
    }
    const unsigned begin = clock_now();
    while (clock_now() - begin < 60000) {}
    __syncthreads();
    const unsigned* at = words + threadIdx.x % 32;
    unsigned value[32], time[9], all = 0;
    time[0] = clock_now();
#define NOTED(i) FOUR(4 * i, 1) time[i + 1] = clock_now();
    NOTED(0) NOTED(1) NOTED(2) NOTED(3) NOTED(4) NOTED(5) NOTED(6) NOTED(7)
#pragma unroll
    for (unsigned i = 0; i < 32; ++i) all += value[i];
    if (all == 12345) *sum = all;
    if (threadIdx.x % 32 == 0) for (unsigned i = 0; i < 9; ++i) times[threadIdx.x / 32 * 9 + i] = time[i];
}
// 16 warps load 16 lines that are in memory, 16 others 16 lines of `later`, 100 cycles after them; the second time only is noted, so that code and page are there. `near`: the second lines are in the L2.
__global__ void __launch_bounds__(1024) two_groups(const unsigned* words, const unsigned* later, unsigned* times, unsigned* sum, bool near) {
    if (!runs_on(reader)) return;
    const unsigned warp = threadIdx.x / 32;
    for (unsigned pass = 0; pass < 2; ++pass) {
        const unsigned* at = (warp < 16 ? words : later) + (pass ? 0 : 4096) + threadIdx.x % 32;
        unsigned value[16], all = 0;
        for (unsigned i = 0; near && i < 16; ++i) all += load_word_from_l2(later + i * 32 + threadIdx.x % 32);
        if (all == 12345) *sum = all;
        __syncthreads();
        const unsigned begin = clock_now();
        while (warp >= 16 && clock_now() - begin < 100) {}
        FOUR(0, 32) FOUR(4, 32) FOUR(8, 32) FOUR(12, 32)
#pragma unroll
        for (unsigned i = 0; i < 16; ++i) all += value[i];
        if (all == 12345) *sum = all;
        const unsigned done = clock_now();
        __syncthreads();
        if (threadIdx.x % 32 == 0) times[warp] = done - begin;
        __syncthreads();
    }
}
int main() {
    const size_t other_words = size_t{512} << 20;
    unsigned *words, *other, *times, *sum;
    cudaMalloc(&words, 64 << 20); cudaMalloc(&other, other_words * 4); cudaMalloc(&times, 4096); cudaMalloc(&sum, 4);
    fill<<<1056, 256>>>(words, 16 << 20); cudaMemset(other, 0, other_words * 4);
    const auto cold = [&] { read_all<<<1056, 256>>>(other, other_words / 4, sum); cudaMemset(times, 0, 4096); };
    const auto median = [](std::vector<unsigned> values) { std::sort(values.begin(), values.end()); return values[values.size() / 2]; };
    std::vector<unsigned> t(1024), before, cycle;
    for (int run = 0; run < 9; ++run) {
        cold();
        burst<<<132, 1024>>>(words + run * 65536, reinterpret_cast<const uint4*>(other), other_words / 4, times, sum);
        cudaMemcpy(t.data(), times, 4096, cudaMemcpyDeviceToHost);
        std::vector<unsigned> issued;
        unsigned first = ~0u;
        for (unsigned warp = 0; warp < 32; ++warp) first = std::min(first, t[warp * 9]);
        for (unsigned warp = 0; warp < 32; ++warp) for (unsigned i = 1; i < 9; ++i) issued.push_back(t[warp * 9 + i] - first);
        std::sort(issued.begin(), issued.end());
        size_t pause = 1;  // the first of at least 100 cycles
        while (pause < issued.size() && issued[pause] - issued[pause - 1] < 100) ++pause;
        before.push_back(4 * pause); cycle.push_back(issued[pause - 1]);
    }
    printf("load_order,\"issued before the first pause\",loads,%u\nload_order,\"when it begins\",cycles,%u\n", median(before), median(cycle));
    for (unsigned kind = 0; kind < 2; ++kind) {
        std::vector<unsigned> older, younger;
        for (int run = 0; run < 9; ++run) {
            const unsigned* lines = words + run * 65536 + kind * 32768;
            cold();
            two_groups<<<132, 1024>>>(lines, kind ? lines + 8192 : lines, times, sum, kind == 1);
            cudaMemcpy(t.data(), times, 128, cudaMemcpyDeviceToHost);
            older.push_back(*std::max_element(t.begin(), t.begin() + 16)); younger.push_back(*std::max_element(t.begin() + 16, t.begin() + 32));
        }
        const char* name = kind ? "others in the L2" : "the same lines";
        printf("load_order,\"%s, older done\",cycles,%u\nload_order,\"%s, younger done\",cycles,%u\n", name, median(older), name, median(younger));
    }
    printf("# %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
