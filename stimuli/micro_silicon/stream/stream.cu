// Bandwidth: threads of the whole grid read, write or copy an array of words, neighbouring threads neighbouring words, with eight
// loads of a thread under way at a time. Several passes over an array that fits into a cache show that cache's bandwidth.
#include "../../cuda.h"
#include "../clock.h"

// `words` is a multiple of eight times the number of threads. In each pass a CTA reads what the CTA `turn` further on
// read in the pass before, so that lines which its SM has in the L1 are of no use.
extern "C" __global__ void stream_read(const unsigned* from, unsigned* sums, unsigned* ticks, unsigned words,
                                       unsigned passes, unsigned turn) {
    const unsigned threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned begin = clock_now();
    unsigned sum = 0;
    for (unsigned pass = 0; pass < passes; ++pass) {
        const unsigned first = (blockIdx.x + pass * turn) % gridDim.x * blockDim.x + threadIdx.x;
        for (unsigned i = first; i < words; i += 8 * threads) {
            unsigned value[8];
#pragma unroll
            for (unsigned k = 0; k < 8; ++k) value[k] = load_word(from + i + k * threads);
#pragma unroll
            for (unsigned k = 0; k < 8; ++k) sum += value[k];
        }
    }
    sums[thread] = sum;
    if (threadIdx.x == 0) ticks[blockIdx.x] = clock_now() - begin;
}

extern "C" __global__ void stream_write(unsigned* to, unsigned words) {
    const unsigned threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned i = thread; i < words; i += threads) to[i] = i;
}

extern "C" __global__ void stream_copy(const unsigned* from, unsigned* to, unsigned words) {
    const unsigned threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned i = thread; i < words; i += 8 * threads) {
        unsigned value[8];
#pragma unroll
        for (unsigned k = 0; k < 8; ++k) value[k] = load_word(from + i + k * threads);
#pragma unroll
        for (unsigned k = 0; k < 8; ++k) to[i + k * threads] = value[k];
    }
}
