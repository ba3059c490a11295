// histogram256 by agents that prefetch: each is bound to its SM, runs CTAs of its cluster, and asks for the first word
// of each warp (counting) or thread (adding up) of the next CTA when it begins one.
#include "../../cta_clustering.h"
#include "bins.h"

__device__ inline void bytes(heddle::Cta cta, unsigned* partial, const unsigned* words, unsigned count, unsigned ctas) {
    count_bytes(cta.x, ctas, partial, words, count);
}

__device__ inline void bytes_prefetch(heddle::Cta cta, unsigned*, const unsigned* words, unsigned count, unsigned) {
    const unsigned i = cta.x * threads + threadIdx.x;
    if (threadIdx.x % 32 == 0 && i < count) heddle::prefetch_l1(words + i);
}

HEDDLE_AGENTS_ENTRY(bytes_prefetch_agents, bytes, Column, Counted, heddle::barrier_between_tasks, bytes_prefetch,
                    (unsigned* partial, const unsigned* words, unsigned count, unsigned ctas),
                    (partial, words, count, ctas))

__device__ inline void bin(heddle::Cta cta, unsigned* histogram, const unsigned* partial, unsigned partials) {
    add_up_bin(cta.x, histogram, partial, partials);
}

__device__ inline void bin_prefetch(heddle::Cta cta, unsigned*, const unsigned* partial, unsigned partials) {
    if (threadIdx.x < partials) heddle::prefetch_l1(partial + cta.x + threadIdx.x * bins);
}

HEDDLE_AGENTS_ENTRY(bin_prefetch_agents, bin, Column, Counted, heddle::barrier_between_tasks, bin_prefetch,
                    (unsigned* histogram, const unsigned* partial, unsigned partials), (histogram, partial, partials))
