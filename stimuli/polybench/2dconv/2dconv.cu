// PolyBench-GPU 2DCONV: every inner point of an image is a weighted sum of its 3 x 3 neighbourhood.
// Kept: 32 x 8 threads per block, x along a row, one thread per point, nine loads and one store each, the nine
// coefficients, no shared memory. Left out: nothing; the size is an argument instead of a macro.
#include "../../cuda.h"

extern "C" __global__ void convolution_2d(const float* a, float* b, int ni, int nj) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 1 || j < 1 || i >= ni - 1 || j >= nj - 1) return;
    const float* above = a + (i - 1) * nj + j;
    const float* here = a + i * nj + j;
    const float* below = a + (i + 1) * nj + j;
    b[i * nj + j] = 0.2f * above[-1] + 0.5f * above[0] - 0.8f * above[1]  //
                    - 0.3f * here[-1] + 0.6f * here[0] - 0.9f * here[1]   //
                    + 0.4f * below[-1] + 0.7f * below[0] + 0.1f * below[1];
}
