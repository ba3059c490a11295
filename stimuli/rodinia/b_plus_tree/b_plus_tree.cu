// Rodinia's b+tree: many searches in one tree, each by a CTA with one thread per key of a node (order 256).
// Kept: the node's structure (a location, 257 children, 257 keys, two more words: 2068 bytes), the search's state in
// global memory (node of this step, node of the next), two barriers per level, 64-bit node numbers. Left out: building
// the tree.
#include "../../cuda.h"

constexpr int order = 256;

struct Node {
    int location;
    int children[order + 1];  // of a leaf: records
    int keys[order + 1];      // ascending; behind the last one the largest integer
    int is_leaf;
    int keys_in_use;
};

// One step down: the thread whose key interval holds `key` stores the child.
__attribute__((device, always_inline)) inline void choose_child(const Node* nodes, long node_count, const long* current,
                                                                long* next, int key) {
    const int t = threadIdx.x;
    if (nodes[*current].keys[t] > key || nodes[*current].keys[t + 1] <= key) return;
    const int child = nodes[*next].children[t];
    if (child < node_count) *next = child;
}

// The record with keys[q], for every query q. answers[q] keeps its value where there is none.
extern "C" __global__ void find_k(long height, const Node* nodes, long node_count, const int* records, long* current,
                                  long* next, const int* keys, int* answers) {
    const int t = threadIdx.x, q = blockIdx.x;
    for (long level = 0; level < height; ++level) {
        choose_child(nodes, node_count, &current[q], &next[q], keys[q]);
        __syncthreads();
        if (t == 0) current[q] = next[q];
        __syncthreads();
    }
    const Node& leaf = nodes[current[q]];
    if (leaf.keys[t] == keys[q]) answers[q] = records[leaf.children[t]];
}

// Where the records from first[q] to last[q] begin, and how many there are, for every query q.
extern "C" __global__ void find_range_k(long height, const Node* nodes, long node_count, long* current, long* next,
                                        long* last_current, long* last_next, const int* first, const int* last,
                                        int* range_start, int* range_length) {
    const int t = threadIdx.x, q = blockIdx.x;
    for (long level = 0; level < height; ++level) {
        choose_child(nodes, node_count, &current[q], &next[q], first[q]);
        choose_child(nodes, node_count, &last_current[q], &last_next[q], last[q]);
        __syncthreads();
        if (t == 0) {
            current[q] = next[q];
            last_current[q] = last_next[q];
        }
        __syncthreads();
    }
    const Node& first_leaf = nodes[current[q]];
    if (first_leaf.keys[t] == first[q]) range_start[q] = first_leaf.children[t];
    __syncthreads();
    const Node& last_leaf = nodes[last_current[q]];
    if (last_leaf.keys[t] == last[q]) range_length[q] = last_leaf.children[t] - range_start[q] + 1;
}
