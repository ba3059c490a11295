// Matrix transpose straight through global memory, after transposeNaive of the CUDA SDK's transpose, written anew.
// Kept (with the tile of the sample's document): a CTA of 32 x 8 threads moves a 32 x 32 tile, four elements per
// thread; a warp reads 32 neighbours of a row and writes them 32 rows apart, so that loads are coalesced and every
// store touches 32 lines. Left out: the SDK's repetition loop for timing, and its other variants.
#include "../../cuda.h"

constexpr int tile = 32;
constexpr int block_rows = 8;

extern "C" __global__ void transpose_naive(float* out, const float* in, int width, int height) {
    const int x = blockIdx.x * tile + threadIdx.x;
    const int y = blockIdx.y * tile + threadIdx.y;
#pragma unroll
    for (int i = 0; i < tile; i += block_rows) out[x * height + y + i] = in[(y + i) * width + x];
}
