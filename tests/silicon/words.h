// Words on the device for programs that time loads: all are 1, and another buffer that is read to push them out of the
// L2.
#pragma once

__global__ void read_all(const unsigned* words, size_t count, unsigned* out) {
    unsigned sum = 0;
    for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count; i += size_t{gridDim.x} * blockDim.x)
        sum += words[i];
    if (sum == 12345) *out = sum;
}
__global__ void fill(unsigned* words, size_t count) {
    for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count; i += size_t{gridDim.x} * blockDim.x)
        words[i] = 1;
}
