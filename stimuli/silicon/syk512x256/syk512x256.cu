// Symmetric rank-k update, C += A * A^T with A of n x k, in the launch styles of CTA clustering. One output per thread;
// j is the lane, so that a[j][k] touches a line per lane. The sum stays in a register: C is read once, behind the loop,
// and written once.
#include "../../cta_clustering.h"

// What ptxas makes of the loop over k (nvcc 13.0 for sm_90, read in the machine code): 16 steps are one, and in it the
// first sum comes behind the loads of six steps, the others in turns with further loads. The model executes PTX as it
// stands, so the source has to say it.
constexpr int unrolled = 16, loads_ahead = 6;

__device__ inline void syk(heddle::Cta cta, const float* __restrict__ a, float* __restrict__ c, int n, int columns) {
    const int j = cta.x * blockDim.x + threadIdx.x;
    const int i = cta.y * blockDim.y + threadIdx.y;
    float sum = 0;
    const float* left = a + i * columns;
    const float* right = a + j * columns;
    for (int k = 0; k < columns; k += unrolled, left += unrolled, right += unrolled) {
        float x[unrolled], y[unrolled];
#pragma unroll
        for (int u = 0; u < loads_ahead; ++u) {
            x[u] = left[u];
            y[u] = right[u];
        }
#pragma unroll
        for (int u = 0; u < unrolled; ++u) {
            sum += x[u] * y[u];
            if (u + loads_ahead >= unrolled) continue;
            x[u + loads_ahead] = left[u + loads_ahead];
            y[u + loads_ahead] = right[u + loads_ahead];
        }
    }
    c[i * n + j] += sum;
}

HEDDLE_CLUSTERED(syk, heddle::tasks_without_barrier, (const float* a, float* c, int n, int columns), (a, c, n, columns))
