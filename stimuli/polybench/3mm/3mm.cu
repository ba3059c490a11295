// PolyBench-GPU 3MM: E = A B, F = C D, then G = E F; three launches.
// Kept: three kernels with 32 x 8 threads per block, x along a row of the result, one thread per element, which adds to
// what the result holds and stores it in every step of the loop: one store for two loads. Left out: nothing; sizes are
// arguments instead of macros.
#include "../add_product.h"

extern "C" __global__ void mm3_kernel1(const float* a, const float* b, float* e, int ni, int nj, int nk) {
    add_product(a, b, e, ni, nj, nk);
}

extern "C" __global__ void mm3_kernel2(const float* c, const float* d, float* f, int nj, int nl, int nm) {
    add_product(c, d, f, nj, nl, nm);
}

extern "C" __global__ void mm3_kernel3(const float* e, const float* f, float* g, int ni, int nl, int nj) {
    add_product(e, f, g, ni, nl, nj);
}
