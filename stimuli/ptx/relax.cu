#include "../cuda.h"

// One step of a breadth-first search: the nodes of `level` reach their neighbours. Edges of node v are
// target[first[v]] .. target[first[v + 1] - 1]; a node not reached yet has level -1.
extern "C" __global__ void relax(const int* first, const int* target, int* levels, int* changed, int level, int n) {
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || levels[v] != level) return;
    for (int e = first[v]; e < first[v + 1]; ++e) {
        const int w = target[e];
        if (levels[w] >= 0) continue;
        levels[w] = level + 1;
        *changed = 1;
    }
}
