// Rodinia's lud: a matrix is overwritten with its factors L (below the diagonal, ones on it not stored) and U, without
// pivoting, in tiles of 16 x 16. Per step of the host's loop: `lud_diagonal` factors one tile (1 CTA of 16 threads),
// `lud_perimeter` solves the tiles right of it and below it (a CTA of 32 threads has one of each), `lud_internal`
// subtracts the product of a perimeter column tile and row tile from each remaining tile (16 x 16 threads per tile).
// Kept: all of this, the shared arrays, the barriers, which thread loads and stores what (the diagonal tile is loaded
// half by the row threads, half by the column threads). Different: loops are unrolled, sums are held in registers, and
// values are loaded before the sum they enter, which a CUDA compiler's scheduling is expected to do. Executed in the
// order of the benchmark's text, with a store per term, the single warps of `lud_diagonal` and `lud_perimeter` take
// four to five times as long and hide the rest of the program. Left out: reading a matrix from a file.
#include "../../cuda.h"

constexpr int tile = 16;

// The `count` rows of a tile from `first`, this thread's column t: all loads are sent before the first value is needed.
template <int first, int count>
__device__ static inline void load_column(float (*to)[tile], const float* from, int dimension, int t) {
    float value[count];
#pragma unroll
    for (int i = 0; i < count; ++i) value[i] = from[(first + i) * dimension + t];
#pragma unroll
    for (int i = 0; i < count; ++i) to[first + i][t] = value[i];
}

template <int first>
__device__ static inline void store_column(float* to, const float (*from)[tile], int dimension, int t) {
    float value[tile];
#pragma unroll
    for (int i = first; i < tile; ++i) value[i] = from[i][t];
#pragma unroll
    for (int i = first; i < tile; ++i) to[i * dimension + t] = value[i];
}

// start - a[0] * b[0] - ... - a[n - 1] * b[n - 1]. Here and below the inner loop has a fixed length and a condition:
// one that ends at n is not unrolled, and the arrays would go to local memory.
__device__ static inline float minus_products(float start, const float* a, const float* b, int n) {
#pragma unroll
    for (int j = 0; j < tile; ++j)
        if (j < n) start -= a[j] * b[j];
    return start;
}

extern "C" __global__ void lud_diagonal(float* m, int dimension, int offset) {
    __shared__ float block[tile][tile];
    const int t = threadIdx.x;
    float* const corner = m + offset * dimension + offset;
    load_column<0, tile>(block, corner, dimension, t);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < tile - 1; ++i) {
        float left[tile], right[tile];
        if (t > i) {
#pragma unroll
            for (int j = 0; j < tile; ++j)
                if (j < i) left[j] = block[t][j], right[j] = block[j][i];
            block[t][i] = minus_products(block[t][i], left, right, i) / block[i][i];
        }
        __syncthreads();
        if (t > i) {
#pragma unroll
            for (int j = 0; j < tile; ++j)
                if (j < i + 1) left[j] = block[i + 1][j], right[j] = block[j][t];
            block[i + 1][t] = minus_products(block[i + 1][t], left, right, i + 1);
        }
        __syncthreads();
    }
    // Row 0 has not changed.
    store_column<1>(corner, block, dimension, t);
}

extern "C" __global__ void lud_perimeter(float* m, int dimension, int offset) {
    __shared__ float diagonal[tile][tile];
    __shared__ float row_tile[tile][tile];
    __shared__ float column_tile[tile][tile];
    float* const corner = m + offset * dimension + offset;
    float* const right = corner + (blockIdx.x + 1) * tile;
    float* const below = corner + (blockIdx.x + 1) * tile * dimension;
    const bool has_row = threadIdx.x < tile;
    const int t = has_row ? threadIdx.x : threadIdx.x - tile;

    if (has_row) {
        load_column<0, tile / 2>(diagonal, corner, dimension, t);
        load_column<0, tile>(row_tile, right, dimension, t);
    } else {
        load_column<tile / 2, tile / 2>(diagonal, corner, dimension, t);
        load_column<0, tile>(column_tile, below, dimension, t);
    }
    __syncthreads();
    float value[tile], factor[tile];
    if (has_row) {
#pragma unroll
        for (int i = 0; i < tile; ++i) value[i] = row_tile[i][t];
#pragma unroll
        for (int i = 1; i < tile; ++i) {
#pragma unroll
            for (int j = 0; j < tile; ++j)
                if (j < i) factor[j] = diagonal[i][j];
            value[i] = minus_products(value[i], factor, value, i);
            row_tile[i][t] = value[i];
        }
    } else {
#pragma unroll
        for (int i = 0; i < tile; ++i) value[i] = column_tile[t][i];
#pragma unroll
        for (int i = 0; i < tile; ++i) {
#pragma unroll
            for (int j = 0; j < tile; ++j)
                if (j < i) factor[j] = diagonal[j][i];
            value[i] = minus_products(value[i], factor, value, i) / diagonal[i][i];
            column_tile[t][i] = value[i];
        }
    }
    __syncthreads();
    if (has_row) {
        store_column<1>(right, row_tile, dimension, t);
    } else {
        store_column<0>(below, column_tile, dimension, t);
    }
}

extern "C" __global__ void lud_internal(float* m, int dimension, int offset) {
    __shared__ float row_tile[tile][tile];
    __shared__ float column_tile[tile][tile];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = offset + (blockIdx.y + 1) * tile + y;
    const int column = offset + (blockIdx.x + 1) * tile + x;
    row_tile[y][x] = m[(offset + y) * dimension + column];
    column_tile[y][x] = m[row * dimension + offset + x];
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int i = 0; i < tile; ++i) sum += column_tile[y][i] * row_tile[i][x];
    m[row * dimension + column] -= sum;
}
