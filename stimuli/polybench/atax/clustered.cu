// The kernels of atax.cu in the launch styles of CTA clustering.
#include "../../cta_clustering.h"

__device__ inline void atax_kernel1(heddle::Cta blockIdx, const float* a, const float* x, float* tmp, int nx, int ny) {
#include "atax_kernel1.inc"
}

__device__ inline void atax_kernel2(heddle::Cta blockIdx, const float* a, float* y, const float* tmp, int nx, int ny) {
#include "atax_kernel2.inc"
}

HEDDLE_CLUSTERED(atax_kernel1, heddle::tasks_without_barrier,
                 (const float* a, const float* x, float* tmp, int nx, int ny), (a, x, tmp, nx, ny))

HEDDLE_CLUSTERED(atax_kernel2, heddle::tasks_without_barrier,
                 (const float* a, float* y, const float* tmp, int nx, int ny), (a, y, tmp, nx, ny))
