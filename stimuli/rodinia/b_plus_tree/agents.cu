// b+tree by agents that prefetch: each is bound to its SM, runs searches of its cluster, and asks for the lines of the next
// search's own numbers when it begins one. Which nodes that search will read is not known before it has run.
#include "../../cta_clustering.h"
#include "node.h"

__device__ inline void search(heddle::Cta blockIdx, long height, const Node* nodes, long node_count, const int* records,
                              long* current, long* next, const int* keys, int* answers) {
#include "find_k.inc"
}

__device__ inline void search_prefetch(heddle::Cta cta, long, const Node*, long, const int*, long* current, long* next,
                                       const int* keys, int*) {
    if (threadIdx.x != 0) return;
    heddle::prefetch_l1(current + cta.x);
    heddle::prefetch_l1(next + cta.x);
    heddle::prefetch_l1(keys + cta.x);
}

HEDDLE_AGENTS_ENTRY(search_prefetch_agents, search, Column, Counted, heddle::barrier_between_tasks, search_prefetch,
                    (long height, const Node* nodes, long node_count, const int* records, long* current, long* next,
                     const int* keys, int* answers),
                    (height, nodes, node_count, records, current, next, keys, answers))

__device__ inline void range(heddle::Cta blockIdx, long height, const Node* nodes, long node_count, long* current, long* next,
                             long* last_current, long* last_next, const int* first, const int* last, int* range_start,
                             int* range_length) {
#include "find_range_k.inc"
}

__device__ inline void range_prefetch(heddle::Cta cta, long, const Node*, long, long* current, long* next,
                                      long* last_current, long* last_next, const int* first, const int* last, int*,
                                      int*) {
    if (threadIdx.x != 0) return;
    heddle::prefetch_l1(current + cta.x);
    heddle::prefetch_l1(next + cta.x);
    heddle::prefetch_l1(last_current + cta.x);
    heddle::prefetch_l1(last_next + cta.x);
    heddle::prefetch_l1(first + cta.x);
    heddle::prefetch_l1(last + cta.x);
}

HEDDLE_AGENTS_ENTRY(range_prefetch_agents, range, Column, Counted, heddle::barrier_between_tasks, range_prefetch,
                    (long height, const Node* nodes, long node_count, long* current, long* next, long* last_current,
                     long* last_next, const int* first, const int* last, int* range_start, int* range_length),
                    (height, nodes, node_count, current, next, last_current, last_next, first, last, range_start,
                     range_length))
