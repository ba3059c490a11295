// Matrix transpose through shared memory, after transposeNoBankConflicts of the CUDA SDK's transpose, written anew.
// Kept (with the tile of the sample's document): a CTA of 32 x 8 threads moves a 32 x 32 tile, four elements per
// thread; the tile's rows in shared memory are 33 words long, so that reading a column meets 32 banks; loads and stores
// are coalesced. Left out: the SDK's repetition loop for timing, and its other variants (unpadded, diagonal order of
// CTAs).
#include "../../cuda.h"

constexpr int tile = 32;
constexpr int block_rows = 8;

extern "C" __global__ void transpose_shared(float* out, const float* in, int width, int height) {
    __shared__ float words[tile][tile + 1];
    const int left = blockIdx.x * tile, top = blockIdx.y * tile;
    const int x = threadIdx.x, y = threadIdx.y;
#pragma unroll
    for (int i = 0; i < tile; i += block_rows) words[y + i][x] = in[(top + y + i) * width + left + x];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < tile; i += block_rows) out[(left + y + i) * height + top + x] = words[x][y + i];
}
