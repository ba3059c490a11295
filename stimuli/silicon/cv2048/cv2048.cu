// 3 x 3 convolution over a square image, borders skipped, in the launch styles of CTA clustering. One thread per point,
// with the coefficients of PolyBench-GPU's 2DCONV.
#include "../../cta_clustering.h"

__device__ inline void cv(heddle::Cta cta, const float* __restrict__ a, float* __restrict__ b, int n) {
    const int j = cta.x * blockDim.x + threadIdx.x;
    const int i = cta.y * blockDim.y + threadIdx.y;
    if (i < 1 || j < 1 || i >= n - 1 || j >= n - 1) return;
    // All nine loads come before the first product, as ptxas has it.
    constexpr float weight[9] = {0.2f, 0.5f, -0.8f, -0.3f, 0.6f, -0.9f, 0.4f, 0.7f, 0.1f};
    const float* corner = a + (i - 1) * n + j - 1;
    float value[9];
#pragma unroll
    for (int k = 0; k < 9; ++k) value[k] = corner[k / 3 * n + k % 3];
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 9; ++k) sum += weight[k] * value[k];
    b[i * n + j] = sum;
}

HEDDLE_CLUSTERED(cv, heddle::tasks_without_barrier, (const float* a, float* b, int n), (a, b, n))
