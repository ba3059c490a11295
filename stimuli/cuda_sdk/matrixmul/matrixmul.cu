// Matrix product C = A * B, after matrixMul of the CUDA SDK, written anew.
// Kept: a CTA of 32 x 32 threads computes a 32 x 32 tile of C; for each pair of tiles along the inner dimension every
// thread copies one element of A and one of B to shared memory (8192 bytes in all); a barrier before and one after the
// product of the two tiles, whose loop is unrolled. Left out: the 16 x 16 variant for the oldest GPUs.
#include "../../cuda.h"

constexpr int tile = 32;

extern "C" __global__ void matrix_mul(float* c, const float* a, const float* b, int a_columns, int b_columns) {
    __shared__ float a_tile[tile][tile];
    __shared__ float b_tile[tile][tile];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;
    float sum = 0;
    for (int k = 0; k < a_columns; k += tile) {
        a_tile[y][x] = a[row * a_columns + k + x];
        b_tile[y][x] = b[(k + y) * b_columns + column];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < tile; ++i) sum += a_tile[y][i] * b_tile[i][x];
        __syncthreads();
    }
    c[row * b_columns + column] = sum;
}
