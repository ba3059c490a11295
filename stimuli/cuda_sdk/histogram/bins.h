// What the CTAs of histogram256 do: count the bytes of a share of the data, and add up a bin.
#pragma once

#include "../../cuda.h"

constexpr int bins = 256;
constexpr int threads = 256;

__device__ inline void count_bytes(unsigned cta_x, unsigned ctas, unsigned* partial, const unsigned* words,
                                   unsigned count) {
    __shared__ unsigned counts[bins];
    const unsigned thread = threadIdx.x;
    counts[thread] = 0;
    __syncthreads();
    for (unsigned i = cta_x * threads + thread; i < count; i += threads * ctas) {
        const unsigned word = words[i];
#pragma unroll
        for (int byte = 0; byte < 4; ++byte) atomicAdd(&counts[word >> 8 * byte & 255], 1u);
    }
    __syncthreads();
    partial[cta_x * bins + thread] = counts[thread];
}

// One CTA per bin.
__device__ inline void add_up_bin(unsigned cta_x, unsigned* histogram, const unsigned* partial, unsigned partials) {
    __shared__ unsigned sums[threads];
    const unsigned thread = threadIdx.x;
    unsigned sum = 0;
    for (unsigned i = thread; i < partials; i += threads) sum += partial[cta_x + i * bins];
    sums[thread] = sum;
    for (unsigned stride = threads / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (thread < stride) sums[thread] += sums[thread + stride];
    }
    if (thread == 0) histogram[cta_x] = sums[0];
}
