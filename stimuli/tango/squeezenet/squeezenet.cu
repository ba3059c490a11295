// Convolution layers of SqueezeNet after Tango, written anew. Kept: a CTA per column of the feature maps and a thread
// per row, so that every lane reads another line and CTAs beside each other read the same lines; a loop over the
// feature maps in the thread, so that a CTA reads its column of all channels once for each map, and every CTA reads all
// weights; order channel, window row, window column; windows that are cut at the edge; ReLU; no shared memory. Changed:
// one kernel for each window, whose sizes are arguments, instead of one for each layer; f32 instead of f64.
#include "../window_sum.h"

extern "C" __global__ void squeezenet_1x1(const float* input, const float* weights, float* out, int channels, int maps,
                                          int edge) {
    const int pixel = threadIdx.x * edge + blockIdx.x, plane = edge * edge;
    for (int map = 0; map < maps; ++map) {
        float sum = 0;
        for (int channel = 0; channel < channels; ++channel)
            sum += input[channel * plane + pixel] * weights[map * channels + channel];
        out[map * plane + pixel] = relu(sum);
    }
}

extern "C" __global__ void squeezenet_3x3(const float* input, const float* weights, float* out, int channels, int maps,
                                          int edge) {
    constexpr int window = 3, padding = 1;
    const int row = threadIdx.x, column = blockIdx.x;
    for (int map = 0; map < maps; ++map) {
        const float sum = window_sum(input, weights + map * channels * window * window, channels, edge, window,
                                     row - padding, column - padding);
        out[(map * edge + row) * edge + column] = relu(sum);
    }
}
