// Where between an SM and a slice reads merge: two SMs of a GPC read a line some cycles apart, line by line, and how long each of them takes alone is known.
//
//   nvcc -O3 -arch=sm_90 -o merge_by_line merge_by_line.cu && ./merge_by_line
//
// A read merges if it comes to the place of merging within `window` cycles of the other, and of what one SM takes longer than the other the part `there` is before that place. Prints both for
// each pair, as they part merged and other loads with the fewest on the wrong side: rows of h200.csv. SMs of a GPC have one clock but for some cycles (`offset`).
#include <cstdio>
#include <cstdlib>
#include <vector>
#include "../../stimuli/micro_silicon/chosen_sm.h"
#include "../../stimuli/micro_silicon/clock.h"
constexpr unsigned sms = 132, lines = 1024, rounds = 64, spread = 110, period = 1400, loads = lines * rounds;
__global__ void shortest(const unsigned* words, unsigned sm, unsigned* cycles) {
    __shared__ unsigned least[lines];
    if (!runs_on(sm) || threadIdx.x) return;
    for (unsigned i = 0; i < lines; ++i) least[i] = ~0u;
    unsigned zero = 0;
    for (unsigned round = 0; round < 18; ++round)
        for (unsigned i = 0; i < lines; ++i) {
            const unsigned begin = clock_now();
            zero += load_word_from_l2(words + (i + zero) * 32);
            if (zero == ~0u) return;  // never: the clock is read when the load has come back
            const unsigned took = clock_now() - begin;
            if (round > 1 && took < least[i]) least[i] = took;
        }
    for (unsigned i = 0; i < lines; ++i) cycles[i] = least[i];
}
struct Sync { unsigned arrived, start, is_set; };
// The second SM begins from -spread to spread cycles after the first, another number each time.
__global__ void both(const unsigned* words, unsigned first, unsigned second, Sync* sync, unsigned* begins, unsigned* ends) {
    if (!runs_on(first) && !runs_on(second)) return;
    __shared__ unsigned given;
    if (threadIdx.x == 0) {
        if (atomicAdd(&sync->arrived, 1) == 0) {
            while (atomicAdd(&sync->arrived, 0) < 2) {}
            atomicExch(&sync->start, clock_now() + 20000);
            __threadfence();
            atomicExch(&sync->is_set, 1);
        }
        while (atomicAdd(&sync->is_set, 0) == 0) {}
        given = atomicAdd(&sync->start, 0);
    }
    __syncwarp();
    const unsigned start = given, at = runs_on(second) ? loads : 0;
    unsigned sum = 0;
    for (unsigned i = 0; i < loads; ++i) {
        const unsigned random = (i * 2654435761u) >> 9, target = start + i * period + 300 + (at ? random % (2 * spread + 1) - spread : 0);
        while (static_cast<int>(clock_now() - target) < 0) {}
        const unsigned begin = clock_now();
        sum += load_word_from_l2(words + i % lines * 32 + threadIdx.x) == ~0u;  // never
        if (sum) return;
        const unsigned end = clock_now();
        if (threadIdx.x == 0) begins[at + i] = begin - start, ends[at + i] = end - start;
    }
}
struct Load { int apart, order; double longer; bool merged; };  // order: -1 if the first SM came first
int main() {
    unsigned *words, *alone[2], *begins, *ends; Sync* sync;
    cudaMalloc(&words, lines * 128); cudaMemset(words, 0, lines * 128); cudaMalloc(&sync, sizeof(Sync));
    cudaMalloc(&begins, 8 * loads); cudaMalloc(&ends, 8 * loads); for (auto& a : alone) cudaMalloc(&a, 4 * lines);
    const unsigned pairs[][2] = {{0, 16}, {0, 124}, {2, 18}, {2, 64}, {2, 106}, {4, 66}, {6, 68}, {6, 110}, {8, 24}, {8, 112}, {10, 26}, {10, 114}, {12, 74}, {12, 120}, {14, 76}, {14, 122}};
    for (const auto& pair : pairs) {
        std::vector<unsigned> begin(2 * loads), end(2 * loads), took[2] = {std::vector<unsigned>(lines), std::vector<unsigned>(lines)};
        for (int i = 0; i < 2; ++i) {
            shortest<<<sms, 32>>>(words, pair[i], alone[i]);
            cudaMemcpy(took[i].data(), alone[i], 4 * lines, cudaMemcpyDeviceToHost);
        }
        cudaMemset(sync, 0, sizeof(Sync));
        both<<<sms, 32>>>(words, pair[0], pair[1], sync, begins, ends);
        cudaMemcpy(begin.data(), begins, 8 * loads, cudaMemcpyDeviceToHost); cudaMemcpy(end.data(), ends, 8 * loads, cudaMemcpyDeviceToHost);
        std::vector<Load> known;
        for (unsigned i = 0; i < loads; ++i) {
            const int later = begin[loads + i] - begin[i], apart = std::abs(later), between = later > 0 ? int(end[loads + i] - end[i]) : int(end[i] - end[loads + i]);
            // Nearer ones end together whether they merge or not; a read that merges ends with the other.
            if (apart >= 30 && apart <= 110) known.push_back({apart, later > 0 ? -1 : 1, double(took[1][i % lines]) - took[0][i % lines], between < apart / 2});
        }
        size_t least = ~size_t{0}; double there = 0; int window = 0, offset = 0;
        for (int part = 0; part <= 20; ++part)
            for (int o = -12; o <= 12; ++o)
                for (int w = 60; w <= 72; ++w) {
                    size_t wrong = 0;
                    for (const Load& load : known) wrong += (load.apart < w + load.order * (part / 20.0 * load.longer + o)) != load.merged;
                    if (wrong < least) least = wrong, there = part / 20.0, offset = o, window = w;
                }
        printf("merge_by_line,pair %u %u window,cycles,%d\nmerge_by_line,pair %u %u there,part of the difference,%.2f\nmerge_by_line,pair %u %u offset,cycles,%d\nmerge_by_line,pair %u %u on the wrong side,%%,%.1f\n",
               pair[0], pair[1], window, pair[0], pair[1], there, pair[0], pair[1], offset, pair[0], pair[1], 100.0 * least / known.size());
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
