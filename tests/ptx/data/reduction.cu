#include "cuda.h"

extern __shared__ int partial[];

// The sum of each block's part of `in`: in shared memory down to a warp, then by shuffles.
extern "C" __global__ void reduce_sum(const int* in, int* out, int n) {
    const int i = threadIdx.x;
    int sum = 0;
    for (int k = blockIdx.x * blockDim.x + i; k < n; k += gridDim.x * blockDim.x) sum += in[k];
    partial[i] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half >= 32; half /= 2) {
        if (i < half) partial[i] += partial[i + half];
        __syncthreads();
    }
    if (i >= 32) return;
    sum = partial[i];
    for (int by = 16; by > 0; by /= 2) sum += __nvvm_shfl_sync_down_i32(0xffffffff, sum, by, 31);
    if (i == 0) out[blockIdx.x] = sum;
}
