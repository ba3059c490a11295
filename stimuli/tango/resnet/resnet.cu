// Convolution layers of ResNet-50's 56 x 56 maps after Tango, written anew. Kept: a CTA per feature map; threads of 32
// rows by so many columns, each of which makes `split` x `split` neighbouring pixels one after the other, because a CTA
// has no more than 32 x 32 threads; threadIdx.x as the row, so that every lane reads another line; 28 of 32 lanes at
// work; order pixel, channel, window row, window column; windows that are cut at the edge; no shared memory. Changed:
// sizes are arguments. Left out: batch normalisation, scaling, ReLU and the sum of the two branches, which the
// benchmark has as kernels of their own.
#include "../window_sum.h"

extern "C" __global__ void resnet_layer(const float* input, const float* weights, float* out, int channels, int edge,
                                        int window, int padding, int split) {
    const int map = blockIdx.x, first_row = threadIdx.x * split, first_column = threadIdx.y * split;
    if (first_row >= edge || first_column >= edge) return;
    const float* weight = weights + map * channels * window * window;
    for (int row = first_row; row < first_row + split; ++row)
        for (int column = first_column; column < first_column + split; ++column)
            out[(map * edge + row) * edge + column] =
                window_sum(input, weight, channels, edge, window, row - padding, column - padding);
}
