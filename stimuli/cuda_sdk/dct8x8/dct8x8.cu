// Discrete cosine transform of 8 x 8 pixel blocks, quantisation and inverse transform, after dct8x8 of the CUDA SDK
// (its "kernel 1", the one with 64 threads and 512 bytes of shared memory per CTA), written anew. Kept: a CTA of 8 x 8
// threads per pixel block, one thread per pixel; the block and the intermediate product lie in two shared arrays of 64
// words; the cosine table is in constant memory; source and destination planes of the forward transform differ,
// quantisation works in place. A row of a block is 32 bytes, so four neighbouring CTAs share each line. Left out: the
// texture through which the SDK reads the source of both transforms (global loads here, from the same addresses),
// the 16-bit kernels. dct_forward_2 and dct_inverse_2 are the SDK's "kernel 2": a CTA of 8 x 4 x 2 threads has a tile of 32 x 16
// pixels (eight blocks) in shared memory, rows padded to 33 words (2112 bytes); a thread copies a column of eight pixels,
// transforms a row in place and then a column, and copies the column back. So a warp reads and writes whole lines. Left
// out of these: the factorised transform of eight values, here 64 products.
#include "../../cuda.h"

constexpr int edge = 8;

// sqrt(1/8), and cos(k pi / 16) / 2 for k = 1, 2, 3, 5, 6, 7.
#define H 0.35355339059327379f
#define A 0.49039264020161522f
#define B 0.46193976625564337f
#define C 0.41573480615127262f
#define D 0.27778511650980109f
#define E 0.19134171618254492f
#define F 0.097545161008064124f

// Row: position of the pixel; column: frequency.
__constant__ float cosine[edge][edge] = {{H, A, B, C, H, D, E, F},     {H, C, E, -F, -H, -A, -B, -D},
                                         {H, D, -E, -A, -H, F, B, C},  {H, F, -B, -D, H, C, -E, -A},
                                         {H, -F, -B, D, H, -C, -E, A}, {H, -D, -E, A, -H, -F, B, -C},
                                         {H, -C, E, F, -H, A, -B, D},  {H, -A, B, -C, H, -D, E, -F}};

// The luminance table of the JPEG standard (ITU-T T.81, table K.1).
__constant__ short quantum[edge][edge] = {{16, 11, 10, 16, 24, 40, 51, 61},     {12, 12, 14, 19, 26, 58, 60, 55},
                                          {14, 13, 16, 24, 40, 57, 69, 56},     {14, 17, 22, 29, 51, 87, 80, 62},
                                          {18, 22, 37, 56, 68, 109, 103, 77},   {24, 35, 55, 64, 81, 104, 113, 92},
                                          {49, 64, 78, 87, 103, 121, 120, 101}, {72, 92, 95, 98, 112, 100, 103, 99}};

__device__ inline int pixel_index(int width) {
    return (blockIdx.y * edge + threadIdx.y) * width + blockIdx.x * edge + threadIdx.x;
}

// Coefficients = cosine^T * pixels * cosine.
extern "C" __global__ void dct_forward(float* out, const float* in, int width) {
    __shared__ float block[edge][edge];
    __shared__ float product[edge][edge];
    const int x = threadIdx.x, y = threadIdx.y;
    block[y][x] = in[pixel_index(width)];
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int i = 0; i < edge; ++i) sum += cosine[i][y] * block[i][x];
    product[y][x] = sum;
    __syncthreads();
    sum = 0;
#pragma unroll
    for (int i = 0; i < edge; ++i) sum += product[y][i] * cosine[i][x];
    out[pixel_index(width)] = sum;
}

// Kernel 2 has its constants in the instructions. Row: position; column: frequency.
constexpr float table[edge][edge] = {{H, A, B, C, H, D, E, F},     {H, C, E, -F, -H, -A, -B, -D},
                                     {H, D, -E, -A, -H, F, B, C},  {H, F, -B, -D, H, C, -E, -A},
                                     {H, -F, -B, D, H, -C, -E, A}, {H, -D, -E, A, -H, -F, B, -C},
                                     {H, -C, E, F, -H, A, -B, D},  {H, -A, B, -C, H, -D, E, -F}};
constexpr int tile_width = 32, tile_height = 16, tile_stride = tile_width + 1;

template <bool forward>
__device__ inline void transform(float* values, int step) {
    float in[edge];
#pragma unroll
    for (int i = 0; i < edge; ++i) in[i] = values[i * step];
#pragma unroll
    for (int k = 0; k < edge; ++k) {
        float sum = 0;
#pragma unroll
        for (int i = 0; i < edge; ++i) sum += in[i] * (forward ? table[i][k] : table[k][i]);
        values[k * step] = sum;
    }
}

template <bool forward>
__device__ inline void transform_tile(float* tile, float* out, const float* in, int width) {
    const int x = threadIdx.x, column = threadIdx.y * edge + x, row = threadIdx.z * edge;
    const int first = (blockIdx.y * tile_height + row) * width + blockIdx.x * tile_width + column;
    float* const own = tile + row * tile_stride + column;
#pragma unroll
    for (int i = 0; i < edge; ++i) own[i * tile_stride] = in[first + i * width];
    __syncthreads();
    transform<forward>(tile + (row + x) * tile_stride + column - x, 1);
    __syncthreads();
    transform<forward>(own, tile_stride);
#pragma unroll
    for (int i = 0; i < edge; ++i) out[first + i * width] = own[i * tile_stride];
}

extern "C" __global__ void dct_forward_2(float* out, const float* in, int width) {
    __shared__ float tile[tile_height * tile_stride];
    transform_tile<true>(tile, out, in, width);
}

extern "C" __global__ void dct_inverse_2(float* out, const float* in, int width) {
    __shared__ float tile[tile_height * tile_stride];
    transform_tile<false>(tile, out, in, width);
}

extern "C" __global__ void dct_quantise(float* plane, int width) {
    const int i = pixel_index(width);
    const float step = quantum[threadIdx.y][threadIdx.x];
    plane[i] = __builtin_rintf(plane[i] / step) * step;
}

// Pixels = cosine * coefficients * cosine^T.
extern "C" __global__ void dct_inverse(float* out, const float* in, int width) {
    __shared__ float block[edge][edge];
    __shared__ float product[edge][edge];
    const int x = threadIdx.x, y = threadIdx.y;
    block[y][x] = in[pixel_index(width)];
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int i = 0; i < edge; ++i) sum += cosine[y][i] * block[i][x];
    product[y][x] = sum;
    __syncthreads();
    sum = 0;
#pragma unroll
    for (int i = 0; i < edge; ++i) sum += product[y][i] * cosine[x][i];
    out[pixel_index(width)] = sum;
}
