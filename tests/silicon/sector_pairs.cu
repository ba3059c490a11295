// Whether a miss of one sector brings others of its line into the L2: one thread reads a sector of a line that is in memory, then another one. Prints rows of h200.csv.
//
//   nvcc -O3 -arch=sm_90 -o sector_pairs sector_pairs.cu && ./sector_pairs
#include <algorithm>
#include <cstdio>
#include <vector>
#include "../../stimuli/micro_silicon/chosen_sm.h"
#include "../../stimuli/micro_silicon/clock.h"
#include "words.h"
__global__ void two(const unsigned* words, unsigned first, unsigned second, unsigned lines, unsigned step, unsigned* cycles) {
    if (!runs_on(0) || threadIdx.x) return;
    unsigned read = 0;
    for (unsigned i = 0; i < lines; ++i) {
        const unsigned* at = words + (size_t{i} * step + read - 2 * i) * 32;
        read += load_word_from_l2(at + first * 8);
        if (read == ~0u) return;  // never: the clock is read when the load has come back
        const unsigned begin = clock_now();
        read += load_word_from_l2(at + second * 8);
        if (read == ~0u) return;
        cycles[i] = clock_now() - begin;
    }
}
int main() {
    const unsigned lines = 1024, step = 17; const size_t other_words = size_t{128} << 20, count = size_t{lines + 2} * step * 32;
    unsigned *words, *other, *cycles, *sum;
    cudaMalloc(&words, count * 4); cudaMalloc(&other, other_words * 4); cudaMalloc(&cycles, lines * 4); cudaMalloc(&sum, 4);
    fill<<<1056, 256>>>(words, count); cudaMemset(other, 0, other_words * 4);
    for (unsigned first = 0; first < 4; ++first)
        for (unsigned second = 0; second < 8; ++second) {  // 4 to 7: of the next line
            if (second == first) continue;
            read_all<<<1056, 256>>>(other, other_words, sum);
            two<<<132, 32>>>(words, first, second, lines, step, cycles);
            std::vector<unsigned> took(lines);
            cudaMemcpy(took.data(), cycles, lines * 4, cudaMemcpyDeviceToHost);
            std::sort(took.begin(), took.end());
            printf("sector_pairs,sector %u after %u,median cycles,%u\n", second, first, took[lines / 2]);
        }
    return cudaDeviceSynchronize() != cudaSuccess;
}
