#include "cuda.h"

// Counts bytes into 64 bins: in shared memory per block, then added to the result.
extern "C" __global__ void histogram(const unsigned char* data, unsigned* bins, int n) {
    __shared__ int own[64];
    if (threadIdx.x < 64) own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        __nvvm_atom_add_gen_i(&own[data[i] & 63], 1);
    __syncthreads();
    if (threadIdx.x < 64) __nvvm_atom_add_gen_i((int*)&bins[threadIdx.x], own[threadIdx.x]);
}
