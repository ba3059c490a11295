// Rodinia's bfs: a breadth-first search by levels. One thread per node in blocks of 512 threads; a level is two
// kernels. Kept: a node is a structure of two words (first edge, number of edges) and is read again after every store
// to a cost, which might have changed it; masks are arrays of bytes. Left out: nothing of the device code.
#include "../../cuda.h"

struct Node {
    int first_edge;
    int edges;
};

// The nodes of this level give their neighbours a cost. Several may reach the same neighbour: all write the same value.
extern "C" __global__ void bfs_visit(const Node* nodes, const int* targets, bool* mask, bool* updating_mask,
                                     const bool* visited, int* cost, int n) {
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || !mask[v]) return;
    mask[v] = false;
    for (int e = nodes[v].first_edge; e < nodes[v].first_edge + nodes[v].edges; ++e) {
        const int w = targets[e];
        if (visited[w]) continue;
        cost[w] = cost[v] + 1;
        updating_mask[w] = true;
    }
}

// What was reached becomes the next level.
extern "C" __global__ void bfs_advance(bool* mask, bool* updating_mask, bool* visited, bool* again, int n) {
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || !updating_mask[v]) return;
    mask[v] = true;
    visited[v] = true;
    *again = true;
    updating_mask[v] = false;
}
