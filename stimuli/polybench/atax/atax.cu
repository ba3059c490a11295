// PolyBench-GPU ATAX: y = A^T (A x), in two launches: tmp = A x, y = A^T tmp.
// Kept: 256 threads per block, one thread per row in the first kernel (a warp's load touches 32 lines), one per column
// in the second (a warp's load is one line); the result is stored in every step of the loop. Left out: nothing; sizes
// are arguments instead of macros.
#include "../../cuda.h"

extern "C" __global__ void atax_kernel1(const float* a, const float* x, float* tmp, int nx, int ny) {
#include "atax_kernel1.inc"
}

extern "C" __global__ void atax_kernel2(const float* a, float* y, const float* tmp, int nx, int ny) {
#include "atax_kernel2.inc"
}
