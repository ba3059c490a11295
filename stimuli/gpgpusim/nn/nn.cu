// A neural network that recognises handwritten digits, after NN of the GPGPU-Sim benchmark set (ISPASS 2009), written
// anew. Kept: four kernels, one per layer, a CTA per feature map (neuron) and image, map in blockIdx.x and image in
// blockIdx.y:
//   1. 29 x 29 pixels to 6 maps of 13 x 13, windows of 5 x 5 in steps of 2, CTAs of 13 x 13 threads, one per output
//   2. those to 50 maps of 5 x 5, each from all 6 maps, CTAs of 5 x 5 threads; weights of the 6 maps interleaved
//   3. 1250 values to `hidden` neurons (100), CTAs of a single thread that runs over all inputs
//   4. those to 10 neurons, CTAs of a single thread
// A map's weights are its bias and then the windows; layer 2 leaves 5 of its 156 weights unused. No shared memory.
// Changed: window offsets are computed instead of read from constant memory; the activation 1.7159 tanh(2x/3) is made
// of ex2.approx in single precision, where the benchmark's constants make it double.
#include "../../cuda.h"

constexpr int image_edge = 29, first_edge = 13, second_edge = 5, window = 5;
constexpr int first_maps = 6, second_maps = 50;
constexpr int second_weights = (window * window + 1) * first_maps;

__device__ inline float activation(float x) {
    const float e = __nvvm_ex2_approx_f(x * (2.0f * 0.66666667f * 1.44269504f));
    return 1.7159f * (1.0f - __nvvm_div_approx_f(2.0f, e + 1.0f));
}

extern "C" __global__ void nn_first(const float* images, const float* weights, float* out) {
    const int map = blockIdx.x, x = threadIdx.x, y = threadIdx.y;
    const float* pixels = images + blockIdx.y * (image_edge * image_edge) + 2 * y * image_edge + 2 * x;
    const float* weight = weights + map * (window * window + 1);
    float sum = weight[0];
#pragma unroll
    for (int i = 0; i < window * window; ++i) sum += pixels[i / window * image_edge + i % window] * weight[1 + i];
    out[(blockIdx.y * first_maps + map) * (first_edge * first_edge) + y * first_edge + x] = activation(sum);
}

extern "C" __global__ void nn_second(const float* first, const float* weights, float* out) {
    const int map = blockIdx.x, x = threadIdx.x, y = threadIdx.y;
    const float* values = first + blockIdx.y * (first_maps * first_edge * first_edge) + 2 * y * first_edge + 2 * x;
    const float* weight = weights + map * second_weights;
    float sum = weight[0];
#pragma unroll
    for (int i = 0; i < window * window; ++i) {
#pragma unroll
        for (int from = 0; from < first_maps; ++from) {
            sum += values[from * (first_edge * first_edge) + i / window * first_edge + i % window] *
                   weight[1 + i * first_maps + from];
        }
    }
    out[(blockIdx.y * second_maps + map) * (second_edge * second_edge) + y * second_edge + x] = activation(sum);
}

// Layers 3 and 4: a neuron's bias and the weighted sum of all inputs of the image.
extern "C" __global__ void nn_full(const float* in, const float* weights, float* out, int inputs) {
    const int neuron = blockIdx.x;
    const float* values = in + blockIdx.y * inputs;
    const float* weight = weights + neuron * (inputs + 1);
    float sum = weight[0];
#pragma unroll 4
    for (int i = 0; i < inputs; ++i) sum += values[i] * weight[1 + i];
    out[blockIdx.y * gridDim.x + neuron] = activation(sum);
}
