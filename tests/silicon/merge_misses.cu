// Whether reads of SMs of a GPC still merge when they and many others wait for DRAM: 2, 4 or 8 SMs of each of 1 or 7 GPCs read the same sectors in the same order, at once or each 100 cycles after the
// one before. GPC 0 takes no part, and no SM beyond 63, because these differ from GPU to GPU.
//
//   nvcc -O3 -arch=sm_90 -o merge_misses merge_misses.cu && ./merge_misses
//   ncu --csv --page raw --cache-control all --clock-control none -k merge_misses --metrics lts__t_sectors_srcunit_tex_op_read.sum ./merge_misses
//
// The first prints the names of the cases and how many different sectors each reads, the second the sectors that reached the L2, in the same order. h200.csv has one divided by the other.
#include <cstdio>
#include "../../stimuli/micro_silicon/clock.h"
#include "sm_clock.h"
constexpr unsigned sms = 132, known_sms = 64, gpcs = 8, rounds = 16, period = 12000;
struct Sync { unsigned all, place[gpcs], start[gpcs], set[gpcs]; };
// lines: a load is a whole line, otherwise 32 sectors of lines of their own. SMs of a GPC begin by the clock of the first, which all SMs of it have.
template <bool lines, unsigned loads>
__global__ void merge_misses(const unsigned* words, Sync* sync, unsigned* sums, unsigned readers, unsigned groups, unsigned apart) {
    const unsigned gpc = my_sm() / 2 % gpcs, warp = threadIdx.x / 32, warps = blockDim.x / 32, lane = threadIdx.x % 32;
    __shared__ unsigned start, rank;
    const bool takes_part = gpc >= 1 && gpc <= groups && my_sm() < known_sms;
    if (threadIdx.x == 0 && takes_part) rank = atomicAdd(&sync->place[gpc], 1);
    if (threadIdx.x == 0) atomicAdd(&sync->all, 1);
    if (!takes_part) return;
    if (threadIdx.x == 0) {
        if (rank == 0) {
            while (atomicAdd(&sync->all, 0) < sms) {}
            atomicExch(&sync->start[gpc], clock_now() + 20000);
            __threadfence();
            atomicExch(&sync->set[gpc], 1);
        }
        while (atomicAdd(&sync->set[gpc], 0) == 0) {}
        start = atomicAdd(&sync->start[gpc], 0);
    }
    __syncthreads();
    if (rank >= readers) return;
    const size_t per_load = lines ? 1 : 32, per_round = size_t{gpcs} * warps * loads * per_load;
    const unsigned* mine = words + ((size_t{gpc} * warps + warp) * loads * per_load + (lines ? 0 : lane)) * 32 + (lines ? lane : 0);
    unsigned sum = 0;
    for (unsigned round = 0; round < rounds; ++round, mine += per_round * 32) {
        while (static_cast<int>(clock_now() - start - rank * apart - round * period) < 0) {}
        unsigned value[loads];
#pragma unroll
        for (unsigned i = 0; i < loads; ++i) value[i] = load_word_from_l2(mine + i * per_load * 32);
#pragma unroll
        for (unsigned i = 0; i < loads; ++i) sum += value[i];
        if (sum == ~0u) return;  // never: all loads have come back before the next round
    }
    sums[my_sm() * 1024 + threadIdx.x] = sum;
}
unsigned *words, *sums; Sync* shared;
template <bool lines, unsigned loads> void run(unsigned warps, unsigned readers, unsigned groups, unsigned apart) {
    cudaMemset(shared, 0, sizeof(Sync));
    constexpr unsigned alone = 120 * 1024;  // shared memory, so that an SM has one CTA
    cudaFuncSetAttribute(merge_misses<lines, loads>, cudaFuncAttributeMaxDynamicSharedMemorySize, alone);
    merge_misses<lines, loads><<<sms, warps * 32, alone>>>(words, shared, sums, readers, groups, apart);
    cudaDeviceSynchronize();
    const unsigned each = warps * loads * (lines ? 4 : 32);
    printf("merge_misses,\"%u SMs of %u GPC%s, %u sectors of %s each, %u cycles apart\",different sectors,%u\n", readers, groups, groups > 1 ? "s" : "", each, lines ? "whole lines" : "lines of their own", apart, each * groups * rounds);
}
int main() {
    cudaMalloc(&words, 64 << 20); cudaMemset(words, 0, 64 << 20); cudaMalloc(&shared, sizeof(Sync)); cudaMalloc(&sums, sms * 1024 * 4);
    for (unsigned groups : {1u, 7u})
        for (unsigned readers : {2u, 4u, 8u})
            for (unsigned apart : {0u, 100u}) {
                run<true, 16>(32, readers, groups, apart);
                run<false, 1>(1, readers, groups, apart);
                run<false, 16>(1, readers, groups, apart);
                run<false, 64>(1, readers, groups, apart);
            }
    return cudaDeviceSynchronize() != cudaSuccess;
}
