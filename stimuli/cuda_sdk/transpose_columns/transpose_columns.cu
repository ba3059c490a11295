// Matrix transpose straight through global memory with column-wise loads: the naive version as WarpPool (section 4.3)
// describes it, "global memory loads are done in column-wise order, leading to high memory divergence for the loads".
// It is the SDK's transposeNaive with the roles of rows and columns exchanged, written anew. Kept: a CTA of 32 x 8
// threads moves a 32 x 32 tile, four elements per thread. A warp reads 32 elements of a column, 32 lines, and writes
// them as neighbours of a row.
#include "../../cuda.h"

constexpr int tile = 32;
constexpr int block_rows = 8;

extern "C" __global__ void transpose_columns(float* out, const float* in, int width, int height) {
    const int x = blockIdx.x * tile + threadIdx.x;
    const int y = blockIdx.y * tile + threadIdx.y;
#pragma unroll
    for (int i = 0; i < tile; i += block_rows) out[(y + i) * height + x] = in[x * width + y + i];
}
