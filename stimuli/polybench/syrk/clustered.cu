// The kernels of syrk.cu in the launch styles of CTA clustering.
#include "../../cta_clustering.h"

__device__ inline void syrk(heddle::Cta blockIdx, const float* a, float* c, float alpha, float beta, int n, int m) {
#include "syrk.inc"
}

HEDDLE_CLUSTERED(syrk, heddle::tasks_without_barrier, (const float* a, float* c, float alpha, float beta, int n, int m),
                 (a, c, alpha, beta, n, m))
