// Rodinia's bfs: a breadth-first search by levels. One thread per node in blocks of 512 threads; a level is two
// kernels. Kept: a node is a structure of two words (first edge, number of edges) and is read again after every store
// to a cost, which might have changed it; masks are arrays of bytes. Left out: nothing of the device code.
#include "node.h"

// The nodes of this level give their neighbours a cost. Several may reach the same neighbour: all write the same value.
extern "C" __global__ void bfs_visit(const Node* nodes, const int* targets, bool* mask, bool* updating_mask,
                                     const bool* visited, int* cost, int n) {
#include "visit.inc"
}

// What was reached becomes the next level.
extern "C" __global__ void bfs_advance(bool* mask, bool* updating_mask, bool* visited, bool* again, int n) {
#include "advance.inc"
}
