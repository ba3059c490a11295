// Symmetric rank-k update, C += A * A^T with A of n x k, in the launch styles of CTA clustering. One output per thread;
// j is the lane, so that a[j][k] touches a line per lane. The sum stays in a register: C is read once and written once.
#include "../../cta_clustering.h"

__device__ inline void syk(heddle::Cta cta, const float* __restrict__ a, float* __restrict__ c, int n, int columns) {
    const int j = cta.x * blockDim.x + threadIdx.x;
    const int i = cta.y * blockDim.y + threadIdx.y;
    float sum = c[i * n + j];
#pragma unroll 4
    for (int k = 0; k < columns; ++k) sum += a[i * columns + k] * a[j * columns + k];
    c[i * n + j] = sum;
}

HEDDLE_CLUSTERED(syk, heddle::tasks_without_barrier, (const float* a, float* c, int n, int columns), (a, c, n, columns))
