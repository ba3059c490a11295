// dxtc by agents that prefetch: each is bound to its SM, runs CTAs of its cluster, and asks for the line of the next
// block's pixels when it begins one. The table of splits is in the L1 already.
#include "../../cta_clustering.h"
#include "block.h"

__device__ inline void block(heddle::Cta cta, Block* blocks, const unsigned* image, const unsigned* splits, int count) {
    compress_of(cta.x, blocks, image, splits, count);
}

__device__ inline void block_prefetch(heddle::Cta cta, Block*, const unsigned* image, const unsigned*, int) {
    if (threadIdx.x == 0) heddle::prefetch_l1(image + cta.x * pixels);
}

HEDDLE_AGENTS_ENTRY(block_prefetch_agents, block, Column, Counted, heddle::barrier_between_tasks, block_prefetch,
                    (Block * blocks, const unsigned* image, const unsigned* splits, int count),
                    (blocks, image, splits, count))
