// A node of the tree, and a step down from it.
#pragma once

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
