// PolyBench-GPU 2MM: C = A B, then E = C D; two launches.
// Kept: two kernels with 32 x 8 threads per block, x along a row of the result, one thread per element, which adds to
// what the result holds and stores it in every step of the loop: one store for two loads. Left out: nothing; sizes are
// arguments instead of macros.
#include "../add_product.h"

extern "C" __global__ void mm2_kernel1(const float* a, const float* b, float* c, int ni, int nj, int nk) {
    add_product(a, b, c, ni, nj, nk);
}

extern "C" __global__ void mm2_kernel2(const float* c, const float* d, float* e, int ni, int nl, int nj) {
    add_product(c, d, e, ni, nl, nj);
}
