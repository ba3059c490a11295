// Matrix product C = A * B, after matrixMul of the CUDA SDK, written anew.
// Kept: a CTA of 32 x 32 threads computes a 32 x 32 tile of C; for each pair of tiles along the inner dimension every
// thread copies one element of A and one of B to shared memory (8192 bytes in all); a barrier before and one after the
// product of the two tiles, whose loop is unrolled. matrix_mul_16 is the SDK's variant with tiles of 16 x 16 (2048 bytes),
// which it takes on GPUs of compute capability 1.
#include "../../cuda.h"

template <int tile>
__device__ inline void multiply(float (&a_tile)[tile][tile], float (&b_tile)[tile][tile], float* c, const float* a,
                                const float* b, int a_columns, int b_columns) {
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

extern "C" __global__ void matrix_mul(float* c, const float* a, const float* b, int a_columns, int b_columns) {
    __shared__ float a_tile[32][32];
    __shared__ float b_tile[32][32];
    multiply(a_tile, b_tile, c, a, b, a_columns, b_columns);
}

extern "C" __global__ void matrix_mul_16(float* c, const float* a, const float* b, int a_columns, int b_columns) {
    __shared__ float a_tile[16][16];
    __shared__ float b_tile[16][16];
    multiply(a_tile, b_tile, c, a, b, a_columns, b_columns);
}
