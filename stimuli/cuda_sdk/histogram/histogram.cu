// Histogram of 256 bins over bytes, after histogram256 of the CUDA SDK, written anew. Kept: four bytes in a word, a
// loop over the words with a stride of the whole grid; sub-histograms in shared memory, counted up by atomics; each CTA
// leaves its histogram in global memory; a second kernel with one CTA of 256 threads per bin adds the partial
// histograms up, reading words that are 1024 bytes apart, with a tree in 1024 bytes of shared memory. Changed: a CTA
// has eight warps and one sub-histogram of 1024 bytes for all of them, where the SDK has six with one each.
#include "bins.h"

extern "C" __global__ void histogram256(unsigned* partial, const unsigned* words, unsigned count) {
    count_bytes(blockIdx.x, gridDim.x, partial, words, count);
}

extern "C" __global__ void merge_histogram256(unsigned* histogram, const unsigned* partial, unsigned partials) {
    add_up_bin(blockIdx.x, histogram, partial, partials);
}
