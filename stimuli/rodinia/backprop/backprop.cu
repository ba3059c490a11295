// Rodinia's backprop: the two kernels that train the weights between the input layer and a hidden layer of 16 units.
// weights[(unit of input + 1) * (hidden + 1) + unit of hidden + 1]; row 0 and column 0 belong to the bias. A CTA of
// 16 x 16 threads has 16 units of the input (threadIdx.y) and all hidden units (threadIdx.x); the grid is 1 x
// inputs/16. Kept: blocks, grid, the two shared arrays, the tree reduction with a barrier per level, the tile written
// back after it, the transposed store of the partial sums. Different: the reduction counts with shifts, where the
// benchmark takes powf and log2f; learning rate and momentum are f32. Left out: what the host does between the kernels
// (adding the partial sums, the output layer, the errors); the errors of the hidden units are an input here.
#include "../../cuda.h"
#include "backprop_common.h"

extern "C" __global__ void layerforward(const float* input, float* weights, float* partial_sums, int hidden) {
#include "layerforward.inc"
}

extern "C" __global__ void adjust_weights(const float* delta, int hidden, const float* input, float* weights,
                                          float* old_change) {
#include "adjust_weights.inc"
}
