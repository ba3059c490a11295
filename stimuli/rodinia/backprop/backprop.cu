// Rodinia's backprop: the two kernels that train the weights between the input layer and a hidden layer of 16 units.
// weights[(unit of input + 1) * (hidden + 1) + unit of hidden + 1]; row 0 and column 0 belong to the bias. A CTA of
// 16 x 16 threads has 16 units of the input (threadIdx.y) and all hidden units (threadIdx.x); the grid is 1 x
// inputs/16. Kept: blocks, grid, the two shared arrays, the tree reduction with a barrier per level, the tile written
// back after it, the transposed store of the partial sums. Different: the reduction counts with shifts, where the
// benchmark takes powf and log2f; learning rate and momentum are f32. Left out: what the host does between the kernels
// (adding the partial sums, the output layer, the errors); the errors of the hidden units are an input here.
#include "../../cuda.h"

constexpr int tile = 16;
constexpr float learning_rate = 0.3f;
constexpr float momentum = 0.3f;

extern "C" __global__ void layerforward(const float* input, float* weights, float* partial_sums, int hidden) {
    __shared__ float node[tile];
    __shared__ float product[tile][tile];
    const int by = blockIdx.y, x = threadIdx.x, y = threadIdx.y;
    const int index = (hidden + 1) * tile * by + (hidden + 1) * y + x + 1 + (hidden + 1);

    if (x == 0) node[y] = input[tile * by + y + 1];
    __syncthreads();
    product[y][x] = weights[index];
    __syncthreads();
    product[y][x] = product[y][x] * node[y];
    __syncthreads();
    for (int width = 2; width <= tile; width *= 2) {
        if (y % width == 0) product[y][x] += product[y + width / 2][x];
        __syncthreads();
    }
    weights[index] = product[y][x];
    __syncthreads();
    if (x == 0) partial_sums[by * hidden + y] = product[x][y];
}

extern "C" __global__ void adjust_weights(const float* delta, int hidden, const float* input, float* weights,
                                          float* old_change) {
    const int by = blockIdx.y, x = threadIdx.x, y = threadIdx.y;
    const int index = (hidden + 1) * tile * by + (hidden + 1) * y + x + 1 + (hidden + 1);
    const int index_y = tile * by + y + 1, index_x = x + 1;

    const float change = learning_rate * delta[index_x] * input[index_y] + momentum * old_change[index];
    weights[index] += change;
    old_change[index] = change;
    __syncthreads();
    if (y == 0 && by == 0) {
        const float bias_change = learning_rate * delta[index_x] + momentum * old_change[index_x];
        weights[index_x] += bias_change;
        old_change[index_x] = bias_change;
    }
}
