// What the convolution layers of the three networks share: the sum that makes one output.
#pragma once

#include "../cuda.h"

// Products of a window with all channels of the input: `channels` planes of edge x edge values, one after the other,
// row by row, and a plane of window x window weights for each. The window's upper left corner is at (row, column),
// which may lie outside; what lies outside counts as zero and is not read: the loops are shorter there.
static __device__ float window_sum(const float* input, const float* weights, int channels, int edge, int window,
                                   int row, int column) {
    const int first_i = row < 0 ? -row : 0, last_i = row + window > edge ? edge - row : window;
    const int first_j = column < 0 ? -column : 0, last_j = column + window > edge ? edge - column : window;
    float sum = 0;
    for (int channel = 0; channel < channels; ++channel)
        for (int i = first_i; i < last_i; ++i)
            for (int j = first_j; j < last_j; ++j)
                sum += input[(channel * edge + row + i) * edge + column + j] *
                       weights[(channel * window + i) * window + j];
    return sum;
}

static __device__ float relu(float x) {
    return x < 0 ? 0 : x;
}
