// The kernels of mvt.cu in the launch styles of CTA clustering.
#include "../../cta_clustering.h"

__device__ inline void mvt_kernel1(heddle::Cta blockIdx, const float* a, float* x1, const float* y1, int n) {
#include "mvt_kernel1.inc"
}

__device__ inline void mvt_kernel2(heddle::Cta blockIdx, const float* a, float* x2, const float* y2, int n) {
#include "mvt_kernel2.inc"
}

HEDDLE_CLUSTERED(mvt_kernel1, heddle::tasks_without_barrier, (const float* a, float* x1, const float* y1, int n),
                 (a, x1, y1, n))

HEDDLE_CLUSTERED(mvt_kernel2, heddle::tasks_without_barrier, (const float* a, float* x2, const float* y2, int n),
                 (a, x2, y2, n))
