// The product of 2MM and 3MM, one thread per element of the result.
#pragma once

#include "../cuda.h"

// result (rows x columns) += left (rows x depth) * right (depth x columns). The result may overlap the factors as far
// as the compiler knows, so it is stored in every step of the loop.
static __device__ void add_product(const float* left, const float* right, float* result, int rows, int columns,
                                   int depth) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= rows || j >= columns) return;
    float* sum = result + i * columns + j;
    for (int k = 0; k < depth; ++k) *sum += left[i * depth + k] * right[k * columns + j];
}
