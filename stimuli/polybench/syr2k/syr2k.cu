// PolyBench-GPU SYR2K: C = alpha A B^T + alpha B A^T + beta C, all of C although the sum is symmetric.
// Kept: 32 x 8 threads per block, x along a row of C, so that lanes walk along 32 rows of A and of B (32 lines per
// load, the same ones in all eight warps of a block) and share the rows that belong to y; C is stored in every step of
// the loop. Left out: nothing; sizes and factors are arguments instead of macros.
#include "../../cuda.h"

extern "C" __global__ void syr2k(const float* a, const float* b, float* c, float alpha, float beta, int n, int m) {
#include "syr2k.inc"
}
