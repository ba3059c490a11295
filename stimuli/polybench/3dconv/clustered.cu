// The kernels of 3dconv.cu in the launch styles of CTA clustering.
#include "../../cta_clustering.h"

__device__ inline void convolution_3d(heddle::Cta blockIdx, const float* a, float* b, int i, int nj, int nk) {
#include "convolution_3d.inc"
}

HEDDLE_CLUSTERED(convolution_3d, heddle::tasks_without_barrier, (const float* a, float* b, int i, int nj, int nk),
                 (a, b, i, nj, nk))
