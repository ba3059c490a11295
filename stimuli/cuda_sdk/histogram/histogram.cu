// Histogram of 256 bins over bytes, after histogram256 of the CUDA SDK, written anew. Kept: four bytes in a word, a
// loop over the words with a stride of the whole grid; sub-histograms in shared memory, counted up by atomics; each CTA
// leaves its histogram in global memory; a second kernel with one CTA of 256 threads per bin adds the partial
// histograms up, reading words that are 1024 bytes apart, with a tree in 1024 bytes of shared memory. Changed: a CTA
// has eight warps and one sub-histogram of 1024 bytes for all of them, where the SDK has six with one each.
#include "../../cuda.h"

constexpr int bins = 256;
constexpr int threads = 256;

extern "C" __global__ void histogram256(unsigned* partial, const unsigned* words, unsigned count) {
    __shared__ unsigned counts[bins];
    const unsigned thread = threadIdx.x;
    counts[thread] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * threads + thread; i < count; i += threads * gridDim.x) {
        const unsigned word = words[i];
#pragma unroll
        for (int byte = 0; byte < 4; ++byte) atomicAdd(&counts[word >> 8 * byte & 255], 1u);
    }
    __syncthreads();
    partial[blockIdx.x * bins + thread] = counts[thread];
}

// One CTA per bin.
extern "C" __global__ void merge_histogram256(unsigned* histogram, const unsigned* partial, unsigned partials) {
    __shared__ unsigned sums[threads];
    const unsigned thread = threadIdx.x;
    unsigned sum = 0;
    for (unsigned i = thread; i < partials; i += threads) sum += partial[blockIdx.x + i * bins];
    sums[thread] = sum;
    for (unsigned stride = threads / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (thread < stride) sums[thread] += sums[thread + stride];
    }
    if (thread == 0) histogram[blockIdx.x] = sums[0];
}
