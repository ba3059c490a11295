// PolyBench-GPU MVT: x1 += A y1, x2 += A^T y2; two launches.
// Kept: 256 threads per block, one thread per row in the first kernel (a warp's load touches 32 lines), one per column
// in the second (a warp's load is one line); the result is stored in every step of the loop. Left out: nothing; the
// size is an argument instead of a macro.
#include "../../cuda.h"

extern "C" __global__ void mvt_kernel1(const float* a, float* x1, const float* y1, int n) {
#include "mvt_kernel1.inc"
}

extern "C" __global__ void mvt_kernel2(const float* a, float* x2, const float* y2, int n) {
#include "mvt_kernel2.inc"
}

// The first kernel for a matrix with fewer columns than rows: many CTAs, as CTA clustering needs them, and a short loop.
extern "C" __global__ void mvt_rows(const float* a, float* x1, const float* y1, int rows, int columns) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    for (int j = 0; j < columns; ++j) x1[i] += a[i * columns + j] * y1[j];
}
