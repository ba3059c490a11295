// The kernels of bicg.cu in the launch styles of CTA clustering.
#include "../../cta_clustering.h"

__device__ inline void bicg_kernel1(heddle::Cta blockIdx, const float* a, const float* r, float* s, int nx, int ny) {
#include "bicg_kernel1.inc"
}

__device__ inline void bicg_kernel2(heddle::Cta blockIdx, const float* a, const float* p, float* q, int nx, int ny) {
#include "bicg_kernel2.inc"
}

HEDDLE_CLUSTERED(bicg_kernel1, heddle::tasks_without_barrier,
                 (const float* a, const float* r, float* s, int nx, int ny), (a, r, s, nx, ny))

HEDDLE_CLUSTERED(bicg_kernel2, heddle::tasks_without_barrier,
                 (const float* a, const float* p, float* q, int nx, int ny), (a, p, q, nx, ny))
