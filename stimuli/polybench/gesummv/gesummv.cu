// PolyBench-GPU GESUMMV: y = alpha A x + beta B x, with two matrices of n x n.
// Kept: 256 threads per block, one thread per row, so that a load of a warp touches 32 lines in each matrix; both sums
// are stored in every step of the loop. Changed: only the first `columns` columns are taken (all n in the benchmark).
// Sizes and factors are arguments instead of macros.
#include "../../cuda.h"

extern "C" __global__ void gesummv(const float* a, const float* b, const float* x, float* y, float* tmp, float alpha,
                                   float beta, int n, int columns) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int j = 0; j < columns; ++j) {
        tmp[i] += a[i * n + j] * x[j];
        y[i] += b[i * n + j] * x[j];
    }
    y[i] = alpha * tmp[i] + beta * y[i];
}
