// What hotspot.cu and clustered.cu have in common beside the kernels' statements.
#pragma once

constexpr int tile = 16;
constexpr float ambient = 80.0f;

__device__ static inline bool in_range(int x, int low, int high) {
    return x >= low && x <= high;
}

__device__ static inline int smaller(int a, int b) {
    return a < b ? a : b;
}

__device__ static inline int larger(int a, int b) {
    return a > b ? a : b;
}
