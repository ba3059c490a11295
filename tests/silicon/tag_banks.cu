// In which of the L1's four tag banks a line is looked up. Half of the lanes of a load read one line, the others another one: if both are in one bank, the load takes two cycles. Prints
// rows of h200.csv: for each bit of the address which bits of the bank's number it changes, and how many of 2000 random pairs of lines then take another time than this says. Bits
// above the 20th depend on where the pages of 2 MB lie: further bits than these gave nothing that can be told from chance.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o tag_banks tag_banks.cu && ./tag_banks
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include "sm_clock.h"

constexpr unsigned warps = 32, passes = 64, warm_passes = 8, loads = 8, line_words = 32, line_bits = 7, last_bit = 24;

// `step` is 0, which no compiler knows. Each load reads other words of its lines, all of them in different data banks.
__global__ void __launch_bounds__(warps * 32) read_pairs(const unsigned* words, size_t one, size_t two, int step, unsigned* times, unsigned* sum) {
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned* at = words + (lane < 16 ? one : two) * line_words + lane * (line_words - loads) / 32;
    unsigned all = 0, begin = 0, value[loads];
    for (unsigned pass = 0; pass < warm_passes + passes; ++pass) {
        if (pass == warm_passes) {
            __syncthreads();
            begin = now();
        }
#define LOAD(i) asm volatile("ld.global.u32 %0, [%1+%2];" : "=r"(value[i]) : "l"(at), "n"(i * 4) : "memory");
        LOAD(0) LOAD(1) LOAD(2) LOAD(3) LOAD(4) LOAD(5) LOAD(6) LOAD(7)
#undef LOAD
#pragma unroll
        for (unsigned i = 0; i < loads; ++i) all ^= value[i];
        at += step;
    }
    const unsigned end = now() + (all == 12345);
    if (lane == 0) times[warp * 2] = begin, times[warp * 2 + 1] = end;
    if (all == 99999) *sum = all;
}

int main() {
    const size_t bytes = size_t{1} << (last_bit + 1);
    unsigned *words, *times, *sum;
    cudaMalloc(&words, bytes), cudaMalloc(&times, warps * 8), cudaMalloc(&sum, 4);
    cudaMemset(words, 0, bytes);
    const auto conflict = [&](size_t one, size_t two) {
        double cycles = 1e9;
        for (int run = 0; run < 3; ++run) {
            read_pairs<<<1, warps * 32>>>(words, one, two, 0, times, sum);
            unsigned host[warps * 2], begin = ~0u, end = 0;
            cudaMemcpy(host, times, sizeof host, cudaMemcpyDeviceToHost);
            for (unsigned warp = 0; warp < warps; ++warp) begin = std::min(begin, host[warp * 2]), end = std::max(end, host[warp * 2 + 1]);
            cycles = std::min(cycles, double(end - begin) / (passes * loads * warps));
        }
        return cycles > 1.5;
    };
    // A line with one bit set is in the bank that this bit gives: the same one as line 1, line 2, line 3, or line 0.
    std::vector<unsigned> change;
    for (unsigned bit = line_bits; bit <= last_bit; ++bit) {
        const size_t line = size_t{1} << (bit - line_bits);
        unsigned bank = 0;
        while (bank < 4 && line != bank && !conflict(line, bank)) ++bank;
        if (line < 3) bank = static_cast<unsigned>(line);  // lines 1 and 2 give the banks their numbers
        change.push_back(bank);
        printf("tag_banks,bit %u of the address,changes the bank's number by,%u\n", bit, bank);
    }
    const auto bank_of = [&](size_t line) {
        unsigned bank = 0;
        for (size_t i = 0; i < change.size(); ++i) bank ^= line >> i & 1 ? change[i] : 0;
        return bank;
    };
    std::mt19937_64 random(1);
    unsigned wrong = 0;
    for (int i = 0; i < 2000; ++i) {
        const size_t lines = bytes / 128, one = random() % lines, two = random() % lines;
        wrong += one != two && conflict(one, two) != (bank_of(one) == bank_of(two));
    }
    printf("tag_banks,2000 random pairs of lines,not as the bits say,%u\n", wrong);
    return cudaDeviceSynchronize() != cudaSuccess;
}
