// Rodinia's nw: the score matrix of a global alignment of two sequences (Needleman-Wunsch) by tiles of 16 x 16. The
// tiles of an anti-diagonal are independent; each is a CTA of 16 threads, and the host launches one anti-diagonal after
// the other, with one kernel for those that grow and another for those that shrink. A CTA brings the similarities of
// its tile and the row above and the column to the left of it into shared memory (2180 bytes), fills the tile by its
// own anti-diagonals, a thread per column, and writes it back row by row. Kept: all of this, and the matrices' common
// pitch of one more than the sequence, so that a row of a tile lies in two lines.
#include "tile.h"

// Anti-diagonals up to the longest: `diagonal` tiles, from the left edge.
extern "C" __global__ void needle_grow(const int* similarity, int* score, int pitch, int penalty, int diagonal) {
    fill_tile(similarity, score, pitch, penalty, blockIdx.x, diagonal - 1 - blockIdx.x);
}

// The others: `diagonal` tiles, from the bottom edge of `tiles` x `tiles`.
extern "C" __global__ void needle_shrink(const int* similarity, int* score, int pitch, int penalty, int diagonal,
                                         int tiles) {
    fill_tile(similarity, score, pitch, penalty, blockIdx.x + tiles - diagonal, tiles - 1 - blockIdx.x);
}
