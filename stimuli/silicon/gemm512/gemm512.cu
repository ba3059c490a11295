// Matrix product without tiles, C += A * B of square matrices, in the launch styles of CTA clustering. One output per
// thread, whose sum stays in a register: C is read once and written once.
#include "../../cta_clustering.h"
#include "../loads_ahead.h"

__device__ inline void gemm512(heddle::Cta cta, const float* __restrict__ a, const float* __restrict__ b,
                               float* __restrict__ c, int n) {
    const int j = cta.x * blockDim.x + threadIdx.x;
    const int i = cta.y * blockDim.y + threadIdx.y;
    float sum = c[i * n + j];
    const float* row = a + i * n;
    const float* column = b + j;
    for (int k = 0; k < n; k += heddle::unrolled, row += heddle::unrolled) {
        float x[heddle::unrolled], y[heddle::unrolled];
#pragma unroll
        for (int u = 0; u < heddle::loads_ahead; ++u, column += n) {
            x[u] = row[u];
            y[u] = *column;
        }
#pragma unroll
        for (int u = 0; u < heddle::unrolled; ++u) {
            sum += x[u] * y[u];
            if (u + heddle::loads_ahead >= heddle::unrolled) continue;
            x[u + heddle::loads_ahead] = row[u + heddle::loads_ahead];
            y[u + heddle::loads_ahead] = *column;
            column += n;
        }
    }
    c[i * n + j] = sum;
}

HEDDLE_CLUSTERED(gemm512, heddle::tasks_without_barrier, (const float* a, const float* b, float* c, int n),
                 (a, b, c, n))
