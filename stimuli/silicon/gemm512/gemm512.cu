// Matrix product without tiles, C += A * B of square matrices, in the launch styles of CTA clustering. One output per
// thread, whose sum stays in a register: C is read once and written once.
#include "../../cta_clustering.h"

__device__ inline void gemm512(heddle::Cta cta, const float* __restrict__ a, const float* __restrict__ b,
                               float* __restrict__ c, int n) {
    const int j = cta.x * blockDim.x + threadIdx.x;
    const int i = cta.y * blockDim.y + threadIdx.y;
    float sum = c[i * n + j];
#pragma unroll 4
    for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;
}

HEDDLE_CLUSTERED(gemm512, heddle::tasks_without_barrier, (const float* a, const float* b, float* c, int n),
                 (a, b, c, n))
