// Parboil's sad: sums of absolute differences between the blocks of a picture and another picture, for motion
// estimation in a video encoder. A CTA takes a macroblock of 16 x 16 pixels; each of its up to 61 threads has some
// neighbouring positions of the search window and, for each, adds up the differences of the sixteen blocks of 4 x 4
// pixels. Kept: shape of the CTA, no shared memory, four pixels of the picture in a word, single bytes of the other,
// results in 16 bits, by block and then by position. Changed: the other picture has a border where the benchmark's
// texture clamps coordinates; sums of larger blocks, the benchmark's second and third kernel, are left out.
#include "macroblock.h"

extern "C" __global__ void macroblock_sads(unsigned short* sads, const unsigned char* current,
                                           const unsigned char* other, int width, int range, int positions, int padded,
                                           int positions_per_thread) {
    macroblock_sads_of(blockIdx.x, blockIdx.y, gridDim.x, sads, current, other, width, range, positions, padded,
                       positions_per_thread);
}
