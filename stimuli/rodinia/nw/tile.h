// What a CTA of nw does: fills a tile of the score matrix.
#pragma once

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
