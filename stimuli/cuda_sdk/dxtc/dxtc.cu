// Compression of a picture into DXT1 blocks, after dxtc of the CUDA SDK, written anew. Kept: 64 threads per CTA and a
// CTA per block of 4 x 4 pixels, which lie side by side in memory; the first 16 threads bring the pixels into shared
// memory and order them along the direction in which colours differ most; then the threads try all ways of splitting
// the ordered pixels into four groups, which they read from a table in global memory; for each they find the two end
// colours by least squares, round them to 5, 6 and 5 bits and compute the error; a tree in shared memory finds the best
// of all threads, whose thread writes the block, 8 bytes. Changed: whole numbers throughout, where the SDK has floats,
// so that the best does not depend on rounding; the direction is the longest row of the covariance matrix, the first
// step of the SDK's power iteration; the mode with three colours is left out.
#include "block.h"

extern "C" __global__ void compress(Block* blocks, const unsigned* image, const unsigned* splits, int count) {
    compress_of(blockIdx.x, blocks, image, splits, count);
}
