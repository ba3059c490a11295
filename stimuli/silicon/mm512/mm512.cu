// Matrix product C = A * B of square matrices after matrixMul of the CUDA SDK, in the launch styles of CTA clustering.
// A CTA of 32 x 32 threads makes a 32 x 32 tile of C from tiles of A and B in shared memory.
#include "../../cta_clustering.h"

constexpr int tile = 32;

__device__ inline void mm512(heddle::Cta cta, const float* a, const float* b, float* c, int n) {
    // Four neighbours of a row of A are one load, as the assembler of a GPU makes of them.
    alignas(16) __shared__ float a_tile[tile][tile];
    alignas(16) __shared__ float b_tile[tile][tile];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = cta.y * tile + y, column = cta.x * tile + x;
    float sum = 0;
    for (int k = 0; k < n; k += tile) {
        a_tile[y][x] = a[row * n + k + x];
        b_tile[y][x] = b[(k + y) * n + column];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < tile; ++i) sum += a_tile[y][i] * b_tile[i][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

// The barrier that ends the loop over tiles is the one between tasks, too.
HEDDLE_CLUSTERED(mm512, heddle::tasks_without_barrier, (const float* a, const float* b, float* c, int n), (a, b, c, n))
