// Rodinia's b+tree: many searches in one tree, each by a CTA with one thread per key of a node (order 256).
// Kept: the node's structure (a location, 257 children, 257 keys, two more words: 2068 bytes), the search's state in
// global memory (node of this step, node of the next), two barriers per level, 64-bit node numbers. Left out: building
// the tree.
#include "node.h"

// The record with keys[q], for every query q. answers[q] keeps its value where there is none.
extern "C" __global__ void find_k(long height, const Node* nodes, long node_count, const int* records, long* current,
                                  long* next, const int* keys, int* answers) {
#include "find_k.inc"
}

// Where the records from first[q] to last[q] begin, and how many there are, for every query q.
extern "C" __global__ void find_range_k(long height, const Node* nodes, long node_count, long* current, long* next,
                                        long* last_current, long* last_next, const int* first, const int* last,
                                        int* range_start, int* range_length) {
#include "find_range_k.inc"
}
