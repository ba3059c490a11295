// bfs by agents that prefetch: each is bound to its SM, runs CTAs of its cluster, and asks for the next CTA's nodes and masks when
// it begins one. Which edges and neighbours it will read is not known before.
#include "../../cta_clustering.h"
#include "node.h"

__device__ inline void visits(heddle::Cta blockIdx, const Node* nodes, const int* targets, bool* mask, bool* updating_mask,
                              const bool* visited, int* cost, int n) {
#include "visit.inc"
}

// Lines of 128 bytes hold 16 nodes, the costs of 32 or the masks of 128.
__device__ inline void visits_prefetch(heddle::Cta cta, const Node* nodes, const int*, bool* mask, bool*, const bool*,
                                       int*, int n) {
    const int v = cta.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    if (v % 16 == 0) heddle::prefetch_l1(nodes + v);
    if (v % 128 == 0) heddle::prefetch_l1(mask + v);
}

HEDDLE_AGENTS_ENTRY(visit_prefetch_agents, visits, Column, Counted, heddle::tasks_without_barrier, visits_prefetch,
                    (const Node* nodes, const int* targets, bool* mask, bool* updating_mask, const bool* visited,
                     int* cost, int n),
                    (nodes, targets, mask, updating_mask, visited, cost, n))

__device__ inline void advances(heddle::Cta blockIdx, bool* mask, bool* updating_mask, bool* visited, bool* again, int n) {
#include "advance.inc"
}

__device__ inline void advances_prefetch(heddle::Cta cta, bool*, bool* updating_mask, bool*, bool*, int n) {
    const int v = cta.x * blockDim.x + threadIdx.x;
    if (v < n && v % 128 == 0) heddle::prefetch_l1(updating_mask + v);
}

HEDDLE_AGENTS_ENTRY(advance_prefetch_agents, advances, Column, Counted, heddle::tasks_without_barrier, advances_prefetch,
                    (bool* mask, bool* updating_mask, bool* visited, bool* again, int n),
                    (mask, updating_mask, visited, again, n))
