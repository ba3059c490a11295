// PolyBench-GPU GEMM: C = alpha A B + beta C, without tiles.
// Kept: 32 x 8 threads per block, x along a row of C, one thread per element. C may overlap A or B as far as the
// compiler knows, so C is stored in every step of the loop: one store for two loads. Left out: nothing; sizes and
// factors are arguments instead of macros.
#include "../../cuda.h"

extern "C" __global__ void gemm(const float* a, const float* b, float* c, float alpha, float beta, int ni, int nj,
                                int nk) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= ni || j >= nj) return;
    float* sum = c + i * nj + j;
    *sum *= beta;
    for (int k = 0; k < nk; ++k) *sum += alpha * a[i * nk + k] * b[k * nj + j];
}
