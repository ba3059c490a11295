// PolyBench-GPU BICG, the two products of a step of the biconjugate gradient method: s = A^T r, q = A p; two launches.
// Kept: 256 threads per block, one thread per column in the first kernel (a warp's load is one line), one per row in
// the second (a warp's load touches 32 lines); the result is stored in every step of the loop. Left out: nothing; sizes
// are arguments instead of macros.
#include "../../cuda.h"

extern "C" __global__ void bicg_kernel1(const float* a, const float* r, float* s, int nx, int ny) {
#include "bicg_kernel1.inc"
}

extern "C" __global__ void bicg_kernel2(const float* a, const float* p, float* q, int nx, int ny) {
#include "bicg_kernel2.inc"
}
