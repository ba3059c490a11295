// SHOC's Reduction: the sum of an array. Kept: 256 threads per CTA; each thread adds two elements a block apart in
// every step of a loop over the array with a stride of the whole grid, into its place in shared memory; a tree over the
// places; one sum per CTA. Changed: a barrier after every step of the tree, also within the last warp; a check for a
// ragged end.
#include "../../cuda.h"

constexpr int block = 256;

extern "C" __global__ void reduce(const float* values, float* sums, int count) {
    __shared__ volatile float part[block];
    const int thread = threadIdx.x;
    part[thread] = 0;
    for (int i = blockIdx.x * (2 * block) + thread; i < count; i += 2 * block * gridDim.x)
        part[thread] += values[i] + (i + block < count ? values[i + block] : 0.0f);
    __syncthreads();
    for (int half = block / 2; half > 0; half /= 2) {
        if (thread < half) part[thread] += part[thread + half];
        __syncthreads();
    }
    if (thread == 0) sums[blockIdx.x] = part[0];
}
