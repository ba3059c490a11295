// sad by agents that prefetch: each is bound to its SM, runs CTAs of its cluster, and asks for the first line of each
// row of the next macroblock, in both pictures, when it begins one.
#include "../../cta_clustering.h"
#include "macroblock.h"

__device__ inline void sads_of(heddle::Cta cta, unsigned short* sads, const unsigned char* current,
                               const unsigned char* other, int width, int range, int positions, int padded,
                               int positions_per_thread, int across) {
    macroblock_sads_of(cta.x, cta.y, across, sads, current, other, width, range, positions, padded,
                       positions_per_thread);
}

__device__ inline void sads_prefetch(heddle::Cta cta, unsigned short*, const unsigned char* current,
                                     const unsigned char* other, int width, int range, int, int, int, int) {
    const int row = threadIdx.x, x = cta.x * macroblock, y = cta.y * macroblock + row;
    if (row < macroblock) heddle::prefetch_l1(current + y * width + x);
    if (row < macroblock + 2 * range) heddle::prefetch_l1(other + y * (width + 2 * range) + x);
}

HEDDLE_AGENTS_ENTRY(sads_prefetch_agents, sads_of, Column, Counted, heddle::tasks_without_barrier, sads_prefetch,
                    (unsigned short* sads, const unsigned char* current, const unsigned char* other, int width,
                     int range, int positions, int padded, int positions_per_thread, int across),
                    (sads, current, other, width, range, positions, padded, positions_per_thread, across))
