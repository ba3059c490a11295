// The kernels of syr2k.cu in the launch styles of CTA clustering.
#include "../../cta_clustering.h"

__device__ inline void syr2k(heddle::Cta blockIdx, const float* a, const float* b, float* c, float alpha, float beta,
                             int n, int m) {
#include "syr2k.inc"
}

HEDDLE_CLUSTERED(syr2k, heddle::tasks_without_barrier,
                 (const float* a, const float* b, float* c, float alpha, float beta, int n, int m),
                 (a, b, c, alpha, beta, n, m))
