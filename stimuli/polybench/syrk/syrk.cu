// PolyBench-GPU SYRK: C = alpha A A^T + beta C, all of C although it is symmetric.
// Kept: 32 x 8 threads per block, x along a row of C, so that lanes walk along 32 rows of A (32 lines per load, the
// same ones in all eight warps of a block) and share the row of A that belongs to y; C is stored in every step of the
// loop. Left out: nothing; sizes and factors are arguments instead of macros.
#include "../../cuda.h"

extern "C" __global__ void syrk(const float* a, float* c, float alpha, float beta, int n, int m) {
#include "syrk.inc"
}
