// Parboil's sad: sums of absolute differences between the blocks of a picture and another picture, for motion
// estimation in a video encoder. A CTA takes a macroblock of 16 x 16 pixels; each of its up to 61 threads has some
// neighbouring positions of the search window and, for each, adds up the differences of the sixteen blocks of 4 x 4
// pixels. Kept: shape of the CTA, no shared memory, four pixels of the picture in a word, single bytes of the other,
// results in 16 bits, by block and then by position. Changed: the other picture has a border where the benchmark's
// texture clamps coordinates; sums of larger blocks, the benchmark's second and third kernel, are left out.
#include "../../cuda.h"

constexpr int macroblock = 16, block = 4;

// current: width x height pixels; other: with a border of `range` pixels on each side. positions: (2 range + 1)^2, a
// block's results are `padded` apart.
extern "C" __global__ void macroblock_sads(unsigned short* sads, const unsigned char* current,
                                           const unsigned char* other, int width, int range, int positions, int padded,
                                           int positions_per_thread) {
    const int x = blockIdx.x * macroblock, y = blockIdx.y * macroblock;
    const int reach = 2 * range + 1, pitch = width + 2 * range;
    const int first = threadIdx.x * positions_per_thread;
    unsigned short* mine = sads + (blockIdx.y * gridDim.x + blockIdx.x) * (16 * padded);
    for (int b = 0; b < 16; ++b) {
        const int block_x = x + b % 4 * block, block_y = y + b / 4 * block;
        const unsigned* words = reinterpret_cast<const unsigned*>(current + block_y * width + block_x);
        for (int position = first; position < first + positions_per_thread && position < positions; ++position) {
            const unsigned char* there = other + (block_y + position / reach) * pitch + block_x + position % reach;
            int sum = 0;
#pragma unroll
            for (int row = 0; row < block; ++row) {
                const unsigned word = words[row * (width / 4)];
#pragma unroll
                for (int column = 0; column < block; ++column) {
                    const int difference =
                        static_cast<int>(word >> 8 * column & 255) - static_cast<int>(there[row * pitch + column]);
                    sum += difference < 0 ? -difference : difference;
                }
            }
            mine[b * padded + position] = static_cast<unsigned short>(sum);
        }
    }
}
