// C = A + B, one element for each thread, as the first program of every CUDA course does it. The mapping is kept: thread
// i of the grid takes element i, neighbouring lanes neighbouring words. Nothing is left out.
#include "../../cuda.h"

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
