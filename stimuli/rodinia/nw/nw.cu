// Rodinia's nw: the score matrix of a global alignment of two sequences (Needleman-Wunsch) by tiles of 16 x 16. The
// tiles of an anti-diagonal are independent; each is a CTA of 16 threads, and the host launches one anti-diagonal after
// the other, with one kernel for those that grow and another for those that shrink. A CTA brings the similarities of
// its tile and the row above and the column to the left of it into shared memory (2180 bytes), fills the tile by its
// own anti-diagonals, a thread per column, and writes it back row by row. Kept: all of this, and the matrices' common
// pitch of one more than the sequence, so that a row of a tile lies in two lines.
#include "../../cuda.h"

constexpr int edge = 16;

__device__ static inline int largest(int a, int b, int c) {
    const int larger = a > b ? a : b;
    return larger > c ? larger : c;
}

__device__ static inline void fill_tile(const int* similarity, int* score, int pitch, int penalty, int tile_x,
                                        int tile_y) {
    __shared__ int tile[edge + 1][edge + 1];
    __shared__ int own[edge][edge];
    const int thread = threadIdx.x;
    const int corner = pitch * edge * tile_y + edge * tile_x;  // above and to the left of the tile
    const int first = corner + pitch + 1 + thread;             // the thread's column in the tile's first row
    if (thread == 0) tile[0][0] = score[corner];
    for (int row = 0; row < edge; ++row) own[row][thread] = similarity[first + row * pitch];
    __syncthreads();
    tile[thread + 1][0] = score[corner + pitch * (thread + 1)];
    __syncthreads();
    tile[0][thread + 1] = score[corner + thread + 1];
    __syncthreads();
    for (int diagonal = 0; diagonal < 2 * edge - 1; ++diagonal) {
        const int y = diagonal - thread + 1, x = thread + 1;
        if (y >= 1 && y <= edge) {
            tile[y][x] =
                largest(tile[y - 1][x - 1] + own[y - 1][x - 1], tile[y][x - 1] - penalty, tile[y - 1][x] - penalty);
        }
        __syncthreads();
    }
    for (int row = 0; row < edge; ++row) score[first + row * pitch] = tile[row + 1][thread + 1];
}

// Anti-diagonals up to the longest: `diagonal` tiles, from the left edge.
extern "C" __global__ void needle_grow(const int* similarity, int* score, int pitch, int penalty, int diagonal) {
    fill_tile(similarity, score, pitch, penalty, blockIdx.x, diagonal - 1 - blockIdx.x);
}

// The others: `diagonal` tiles, from the bottom edge of `tiles` x `tiles`.
extern "C" __global__ void needle_shrink(const int* similarity, int* score, int pitch, int penalty, int diagonal,
                                         int tiles) {
    fill_tile(similarity, score, pitch, penalty, blockIdx.x + tiles - diagonal, tiles - 1 - blockIdx.x);
}
