// Symmetric rank-k update, C += A * A^T with A of n x k, in the launch styles of CTA clustering. One output per thread;
// j is the lane, so that a[j][k] touches a line per lane. The sum stays in a register: C is read once and written once.
#include "../../cta_clustering.h"
#include "../loads_ahead.h"

__device__ inline void syk(heddle::Cta cta, const float* __restrict__ a, float* __restrict__ c, int n, int columns) {
    const int j = cta.x * blockDim.x + threadIdx.x;
    const int i = cta.y * blockDim.y + threadIdx.y;
    float sum = c[i * n + j];
    const float* left = a + i * columns;
    const float* right = a + j * columns;
    for (int k = 0; k < columns; k += heddle::unrolled, left += heddle::unrolled, right += heddle::unrolled) {
        float x[heddle::unrolled], y[heddle::unrolled];
#pragma unroll
        for (int u = 0; u < heddle::loads_ahead; ++u) {
            x[u] = left[u];
            y[u] = right[u];
        }
#pragma unroll
        for (int u = 0; u < heddle::unrolled; ++u) {
            sum += x[u] * y[u];
            if (u + heddle::loads_ahead >= heddle::unrolled) continue;
            x[u + heddle::loads_ahead] = left[u + heddle::loads_ahead];
            y[u + heddle::loads_ahead] = right[u + heddle::loads_ahead];
        }
    }
    c[i * n + j] = sum;
}

HEDDLE_CLUSTERED(syk, heddle::tasks_without_barrier, (const float* a, float* c, int n, int columns), (a, c, n, columns))
