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
    for (int k = 0; k < columns; k += heddle::loads_ahead, left += heddle::loads_ahead, right += heddle::loads_ahead) {
        float x[heddle::loads_ahead], y[heddle::loads_ahead];
#pragma unroll
        for (int u = 0; u < heddle::loads_ahead; ++u) {
            x[u] = left[u];
            y[u] = right[u];
        }
#pragma unroll
        for (int u = 0; u < heddle::loads_ahead; ++u) sum += x[u] * y[u];
    }
    c[i * n + j] = sum;
}

HEDDLE_CLUSTERED(syk, heddle::tasks_without_barrier, (const float* a, float* c, int n, int columns), (a, c, n, columns))
