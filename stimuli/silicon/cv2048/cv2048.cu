// 3 x 3 convolution over a square image, borders skipped, in the launch styles of CTA clustering. One thread per point,
// with the coefficients of PolyBench-GPU's 2DCONV.
#include "../../cta_clustering.h"

__device__ inline void cv(heddle::Cta cta, const float* __restrict__ a, float* __restrict__ b, int n) {
    const int j = cta.x * blockDim.x + threadIdx.x;
    const int i = cta.y * blockDim.y + threadIdx.y;
    if (i < 1 || j < 1 || i >= n - 1 || j >= n - 1) return;
    const float* above = a + (i - 1) * n + j;
    const float* here = a + i * n + j;
    const float* below = a + (i + 1) * n + j;
    b[i * n + j] = 0.2f * above[-1] + 0.5f * above[0] - 0.8f * above[1]  //
                   - 0.3f * here[-1] + 0.6f * here[0] - 0.9f * here[1]   //
                   + 0.4f * below[-1] + 0.7f * below[0] + 0.1f * below[1];
}

HEDDLE_CLUSTERED(cv, heddle::tasks_without_barrier, (const float* a, float* b, int n), (a, b, n))
