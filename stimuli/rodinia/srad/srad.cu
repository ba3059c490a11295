// Rodinia's srad, version 2 (tiles in shared memory): speckle-reducing anisotropic diffusion of an image, two kernels
// per iteration. `srad_1` computes the four differences to the neighbours and the diffusion coefficient of every pixel,
// `srad_2` the divergence and the new image. CTAs are 16 x 16 threads, one pixel each, rows and columns multiples
// of 16. A tile's row is half a cache line, the other half belongs to the next CTA. Kept: blocks, shared arrays (six
// and five of 1 KiB), barriers, and that all threads load the neighbouring tiles' edges: 16 threads of a column the
// same word of the row above and below, 16 threads of a row the same word left and right. Different: at the image's
// edges the address of the replaced pixel is chosen before the load (the benchmark first loads from outside of the
// image, then again); neighbours are chosen one by one and not by nine cases; literals are f32. Left out: reading the
// image; its exponential is the input.
#include "../../cuda.h"

constexpr int tile = 16;

extern "C" __global__ void srad_1(float* east_change, float* west_change, float* north_change, float* south_change,
                                  const float* image, float* coefficient, int columns, int rows, float q0_squared) {
    __shared__ float temp[tile][tile];
    __shared__ float result[tile][tile];
    __shared__ float north[tile][tile];
    __shared__ float south[tile][tile];
    __shared__ float east[tile][tile];
    __shared__ float west[tile][tile];
    const int bx = blockIdx.x, by = blockIdx.y, x = threadIdx.x, y = threadIdx.y;
    const int first_row = by * tile, first_column = bx * tile;
    const int pixel = columns * (first_row + y) + first_column + x;

    // A pixel at the edge of the image is its own neighbour.
    const int row_above = by == 0 ? 0 : first_row - 1;
    const int row_below = by == gridDim.y - 1 ? rows - 1 : first_row + tile;
    const int column_left = bx == 0 ? 0 : first_column - 1;
    const int column_right = bx == gridDim.x - 1 ? columns - 1 : first_column + tile;
    north[y][x] = image[columns * row_above + first_column + x];
    south[y][x] = image[columns * row_below + first_column + x];
    __syncthreads();
    west[y][x] = image[columns * (first_row + y) + column_left];
    east[y][x] = image[columns * (first_row + y) + column_right];
    __syncthreads();
    temp[y][x] = image[pixel];
    __syncthreads();

    const float here = temp[y][x];
    const float n = (y == 0 ? north[y][x] : temp[y - 1][x]) - here;
    const float s = (y == tile - 1 ? south[y][x] : temp[y + 1][x]) - here;
    const float w = (x == 0 ? west[y][x] : temp[y][x - 1]) - here;
    const float e = (x == tile - 1 ? east[y][x] : temp[y][x + 1]) - here;
    const float gradient = (n * n + s * s + w * w + e * e) / (here * here);
    const float laplacian = (n + s + w + e) / here;
    const float numerator = 0.5f * gradient - (1.0f / 16.0f) * (laplacian * laplacian);
    const float root = 1 + 0.25f * laplacian;
    const float q_squared = numerator / (root * root);
    const float denominator = (q_squared - q0_squared) / (q0_squared * (1 + q0_squared));
    const float c = 1.0f / (1.0f + denominator);
    result[y][x] = c < 0 ? 0 : c > 1 ? 1 : c;
    __syncthreads();
    coefficient[pixel] = result[y][x];
    east_change[pixel] = e;
    west_change[pixel] = w;
    south_change[pixel] = s;
    north_change[pixel] = n;
}

extern "C" __global__ void srad_2(const float* east_change, const float* west_change, const float* north_change,
                                  const float* south_change, float* image, const float* coefficient, int columns,
                                  int rows, float lambda) {
    __shared__ float south[tile][tile];
    __shared__ float east[tile][tile];
    __shared__ float temp[tile][tile];
    __shared__ float here[tile][tile];
    __shared__ float result[tile][tile];
    const int bx = blockIdx.x, by = blockIdx.y, x = threadIdx.x, y = threadIdx.y;
    const int first_row = by * tile, first_column = bx * tile;
    const int pixel = columns * (first_row + y) + first_column + x;

    temp[y][x] = image[pixel];
    __syncthreads();
    const int row_below = by == gridDim.y - 1 ? rows - 1 : first_row + tile;
    const int column_right = bx == gridDim.x - 1 ? columns - 1 : first_column + tile;
    south[y][x] = coefficient[columns * row_below + first_column + x];
    __syncthreads();
    east[y][x] = coefficient[columns * (first_row + y) + column_right];
    __syncthreads();
    here[y][x] = coefficient[pixel];
    __syncthreads();

    const float c = here[y][x];
    const float c_south = y == tile - 1 ? south[y][x] : here[y + 1][x];
    const float c_east = x == tile - 1 ? east[y][x] : here[y][x + 1];
    const float divergence =
        c * north_change[pixel] + c_south * south_change[pixel] + c * west_change[pixel] + c_east * east_change[pixel];
    result[y][x] = temp[y][x] + 0.25f * lambda * divergence;
    __syncthreads();
    image[pixel] = result[y][x];
}
