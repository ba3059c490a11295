// PolyBench-GPU 3DCONV: every inner point of a block of points is a weighted sum of points around it; a launch for each
// plane. Kept: 32 x 8 threads per block, x along a row, one thread per point of the plane; the points the benchmark
// reads, eleven of the 27: column k - 1 only in the row above, column k only in the plane itself, column k + 1 in both
// neighbouring planes. At column k - 1 the benchmark multiplies one point of either plane with three coefficients, for
// which a compiler makes one load; their sums, -1 and 21, stand here. No shared memory. Left out: nothing; sizes are
// arguments instead of macros.
#include "../../cuda.h"

extern "C" __global__ void convolution_3d(const float* a, float* b, int i, int nj, int nk) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (j < 1 || k < 1 || j >= nj - 1 || k >= nk - 1) return;
    const int plane = nj * nk, here = (i * nj + j) * nk + k;
    const float* before = a + here - plane;
    const float* same = a + here;
    const float* after = a + here + plane;
    b[here] = -1.0f * before[-nk - 1] + 21.0f * after[-nk - 1]                     //
              - 3.0f * same[-nk] + 6.0f * same[0] - 9.0f * same[nk]                //
              + 2.0f * before[-nk + 1] + 5.0f * before[1] - 8.0f * before[nk + 1]  //
              + 4.0f * after[-nk + 1] + 7.0f * after[1] + 10.0f * after[nk + 1];
}
