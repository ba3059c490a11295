// What a CTA of sad does: the sums of all blocks of a macroblock.
#pragma once

#include "../../cuda.h"

constexpr int macroblock = 16, block = 4;

// current: width x height pixels; other: with a border of `range` pixels on each side. positions: (2 range + 1)^2, a
// block's results are `padded` apart.
__device__ inline void macroblock_sads_of(unsigned cta_x, unsigned cta_y, unsigned grid_x, unsigned short* sads,
                                          const unsigned char* current, const unsigned char* other, int width,
                                          int range, int positions, int padded, int positions_per_thread) {
    const int x = cta_x * macroblock, y = cta_y * macroblock;
    const int reach = 2 * range + 1, pitch = width + 2 * range;
    const int first = threadIdx.x * positions_per_thread;
    unsigned short* mine = sads + (cta_y * grid_x + cta_x) * (16 * padded);
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
