// PolyBench-GPU 3DCONV: every inner point of a block of points is a weighted sum of points around it; a launch for each
// plane. Kept: 32 x 8 threads per block, x along a row, one thread per point of the plane; the points the benchmark
// reads, eleven of the 27: column k - 1 only in the row above, column k only in the plane itself, column k + 1 in both
// neighbouring planes. At column k - 1 the benchmark multiplies one point of either plane with three coefficients, for
// which a compiler makes one load; their sums, -1 and 21, stand here. No shared memory. Left out: nothing; sizes are
// arguments instead of macros.
#include "../../cuda.h"

extern "C" __global__ void convolution_3d(const float* a, float* b, int i, int nj, int nk) {
#include "convolution_3d.inc"
}
