#include "../cuda.h"

constexpr int tile = 16;

// c = a * b for n x n matrices, n a multiple of the tile.
extern "C" __global__ void matmul_tiled(const float* a, const float* b, float* c, int n) {
    __shared__ float left[tile][tile];
    __shared__ float right[tile][tile];
    const int x = threadIdx.x, y = threadIdx.y;
    const int column = blockIdx.x * tile + x, row = blockIdx.y * tile + y;
    float sum = 0;
    for (int k = 0; k < n; k += tile) {
        left[y][x] = a[row * n + k + x];
        right[y][x] = b[(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < tile; ++i) sum += left[y][i] * right[i][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
