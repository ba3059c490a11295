// Two convolution layers of AlexNet after Tango, written anew. Kept: a CTA per feature map, a thread per pixel of the
// map, threadIdx.x as the row and threadIdx.y as the column, so that the lanes of a warp go down the rows and each
// reads another line; all weights and inputs from global memory, nothing in shared memory; bias and ReLU at the end.
//   1. conv1: RGB pixels whose three values lie side by side; a CTA makes a tile of its map. Order: window row, window
//      column, channel.
//   2. conv3: planes, windows that are cut at the edge. Order: channel, window row, window column.
// Changed: sizes are arguments instead of literals. Left out: pooling, normalisation, the fully connected layers.
#include "../window_sum.h"

constexpr int colours = 3;

extern "C" __global__ void alexnet_first(const float* bias, const float* pixels, const float* weights, float* out,
                                         int edge, int window, int stride, int out_edge) {
    const int map = blockIdx.x, row = threadIdx.x, column = threadIdx.y;
    const float* corner = pixels + (row * stride * edge + column * stride) * colours;
    const float* weight = weights + map * colours * window * window;
    float sum = 0;
    for (int i = 0; i < window; ++i)
        for (int j = 0; j < window; ++j)
#pragma unroll
            for (int colour = 0; colour < colours; ++colour)
                sum += corner[(i * edge + j) * colours + colour] * weight[(colour * window + i) * window + j];
    out[(map * out_edge + row) * out_edge + column] = relu(sum + bias[map]);
}

extern "C" __global__ void alexnet_planes(const float* bias, const float* input, const float* weights, float* out,
                                          int channels, int edge, int window, int padding) {
    const int map = blockIdx.x, row = threadIdx.x, column = threadIdx.y;
    const float sum = window_sum(input, weights + map * channels * window * window, channels, edge, window,
                                 row - padding, column - padding);
    out[(map * edge + row) * edge + column] = relu(sum + bias[map]);
}
