// Whether reads of two SMs still merge when many are outstanding: the SMs of a TPC read the same sectors at the same time, in the same order, and up to 66 TPCs do so, each its own sectors.
//
//   nvcc -O3 -arch=sm_90 -o merge_bursts merge_bursts.cu
//   ncu --csv --page raw --cache-control none --clock-control none -k merge_bursts --metrics lts__t_sectors_srcunit_tex_op_read.sum ./merge_bursts counted
//   ./merge_bursts spread
//
// The first prints the sectors that reached the L2, for each case in the order below; a case reads rounds * tpcs * loads * 32 different ones. The second prints how much the latency of a single
// load that hits in the L2 differs from one time to another: rows of h200.csv.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>
#include "../../stimuli/micro_silicon/clock.h"
#include "sm_clock.h"
constexpr unsigned sms = 132, rounds = 64, most_loads = 32, period = 8000;
// One warp on each SM. state[0]: SMs that have come; state[1 + TPC]: when both of its SMs begin.
__global__ void merge_bursts(const unsigned* words, unsigned* state, unsigned* sums, unsigned tpcs, unsigned loads) {
    const unsigned sm = my_sm(), tpc = sm / 2;
    if (tpc >= tpcs) return;
    __shared__ unsigned given;
    if (threadIdx.x == 0) {
        atomicAdd(state, 1);
        while (atomicAdd(state, 0) < 2 * tpcs) {}
        if (sm % 2 == 0) atomicExch(state + 1 + tpc, (clock_now() + 5000) | 1);
        while ((given = atomicAdd(state + 1 + tpc, 0)) == 0) {}
    }
    __syncwarp();
    const unsigned start = given, *mine = words + (size_t{tpc} * most_loads * 32 + threadIdx.x) * 32;
    unsigned sum = 0;
    for (unsigned round = 0; round < rounds; ++round) {
        while (static_cast<int>(clock_now() - start - round * period) < 0) {}
        unsigned value[most_loads];
#pragma unroll
        for (unsigned i = 0; i < most_loads; ++i) value[i] = i < loads ? load_word_from_l2(mine + i * 1024) : 0;
#pragma unroll
        for (unsigned i = 0; i < most_loads; ++i) sum += value[i];
        if (sum == ~0u) return;  // never: all loads have come back before the next round
    }
    sums[sm * 32 + threadIdx.x] = sum;
}
__global__ void single(const unsigned* words, unsigned sm, unsigned lines, unsigned times, unsigned* cycles) {
    if (my_sm() != sm || threadIdx.x) return;
    unsigned zero = 0;
    for (unsigned time = 0; time < times; ++time)
        for (unsigned line = 0; line < lines; ++line) {
            const unsigned pause = clock_now() + 300 + (time * 2654435761u >> 26);
            while (static_cast<int>(clock_now() - pause) < 0) {}
            const unsigned begin = clock_now();
            zero += load_word_from_l2(words + (line + zero) * 32);
            if (zero == ~0u) return;
            cycles[line * times + time] = clock_now() - begin;
        }
}
int main(int count, char** arguments) {
    const unsigned lines = 8, times = 2000;
    const size_t bytes = size_t{sms / 2} * most_loads * 32 * 128;
    unsigned *words, *state, *sums, *cycles;
    cudaMalloc(&words, bytes); cudaMemset(words, 0, bytes); cudaMalloc(&state, 4096); cudaMalloc(&sums, sms * 32 * 4); cudaMalloc(&cycles, lines * times * 4);
    if (count > 1 && !strcmp(arguments[1], "counted")) {
        for (unsigned tpcs : {1u, 4u, 16u, 66u})
            for (unsigned loads : {1u, 8u, 32u}) {
                cudaMemset(state, 0, 4096);
                merge_bursts<<<sms, 32>>>(words, state, sums, tpcs, loads);
            }
        return cudaDeviceSynchronize() != cudaSuccess;
    }
    for (unsigned sm : {0u, 5u, 40u}) {
        single<<<sms, 32>>>(words, sm, lines, times, cycles);  // brings the lines into the L2
        single<<<sms, 32>>>(words, sm, lines, times, cycles);
        std::vector<unsigned> took(lines * times);
        cudaMemcpy(took.data(), cycles, took.size() * 4, cudaMemcpyDeviceToHost);
        for (unsigned line = 0; line < lines; ++line) {
            const auto first = took.begin() + line * times, last = first + times;
            std::sort(first, last);
            printf("merge_bursts,\"SM %u, line %u, the middle 90 %% of single loads\",cycles apart,%u\n", sm, line, first[times * 95 / 100] - first[times * 5 / 100]);
        }
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
