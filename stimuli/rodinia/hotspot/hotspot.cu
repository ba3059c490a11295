// Rodinia's hotspot: the temperature of a chip from its power, a five-point stencil over time. A CTA of 16 x 16 threads
// loads a tile of temperature and power, one cell per thread, makes `steps` time steps on it in shared memory and
// writes what is still right then: the tile without a border that grows by one cell per step (a pyramid). Tiles of
// neighbouring CTAs overlap by twice the border. Kept: tile and block shape, the three shared arrays, which thread
// loads and stores which cell, the divisions every thread begins with, relaunch with source and destination exchanged.
// Different: all arithmetic is f32 (the benchmark's literal 2.0 makes part of it f64); reading the chip's description
// from files is left out.
#include "../../cuda.h"

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

extern "C" __global__ void calculate_temp(int steps, const float* power, const float* source, float* destination,
                                          int columns, int rows, int border_columns, int border_rows, float capacity,
                                          float resistance_x, float resistance_y, float resistance_z,
                                          float step_seconds) {
    __shared__ float temperature[tile][tile];
    __shared__ float heat[tile][tile];
    __shared__ float next[tile][tile];

    const int x = threadIdx.x, y = threadIdx.y;
    const float step_per_capacity = step_seconds / capacity;
    const float conductance_x = 1 / resistance_x, conductance_y = 1 / resistance_y, conductance_z = 1 / resistance_z;

    const int small_tile = tile - steps * 2;
    const int first_row = small_tile * (int)blockIdx.y - border_rows;
    const int first_column = small_tile * (int)blockIdx.x - border_columns;
    const int row = first_row + y, column = first_column + x;
    const int cell = columns * row + column;
    if (in_range(row, 0, rows - 1) && in_range(column, 0, columns - 1)) {
        temperature[y][x] = source[cell];
        heat[y][x] = power[cell];
    }
    __syncthreads();

    // The part of the tile that lies on the chip; beyond its edge a cell takes its own temperature for the neighbour's.
    const int low_y = larger(-first_row, 0), high_y = smaller(rows - 1 - first_row, tile - 1);
    const int low_x = larger(-first_column, 0), high_x = smaller(columns - 1 - first_column, tile - 1);
    const int north = larger(y - 1, low_y), south = smaller(y + 1, high_y);
    const int west = larger(x - 1, low_x), east = smaller(x + 1, high_x);

    bool computed = false;
    for (int i = 0; i < steps; ++i) {
        computed = false;
        if (in_range(x, i + 1, tile - i - 2) && in_range(y, i + 1, tile - i - 2) && in_range(x, low_x, high_x) &&
            in_range(y, low_y, high_y)) {
            computed = true;
            const float here = temperature[y][x];
            next[y][x] =
                here + step_per_capacity *
                           (heat[y][x] + (temperature[south][x] + temperature[north][x] - 2.0f * here) * conductance_y +
                            (temperature[y][east] + temperature[y][west] - 2.0f * here) * conductance_x +
                            (ambient - here) * conductance_z);
        }
        __syncthreads();
        if (i == steps - 1) break;
        if (computed) temperature[y][x] = next[y][x];
        __syncthreads();
    }
    if (computed) destination[cell] = next[y][x];
}
