// Finite differences in time domain on a 3-D grid with a star of radius 4, after FDTD3d of the CUDA SDK, written anew.
// Kept: a CTA of 32 x 16 threads walks through all planes; the plane's tile with a halo of 4 on each side, 40 x 24
// words, lies in shared memory; the 4 points before and the 4 behind are in registers, a queue that moves by one per
// plane; one new point per thread and plane is loaded, and the halo is loaded by the 4 first rows and the 4 first
// columns of threads; two barriers per plane; coefficients in constant memory; the volume has a halo of 4 on all six
// sides, which is not written; the caller shifts the volume so that its first inner point starts a line. Halo loads of
// a ragged tile have no bounds check: they stay inside the volume, whose last 4 planes lie behind, and nobody uses what
// they bring. Left out: block shapes chosen at run time for old GPUs.
#include "../../cuda.h"

constexpr int radius = 4;
constexpr int tile_x = 32;
constexpr int tile_y = 16;

__constant__ float coefficient[radius + 1] = {0.1f, 0.1f, 0.1f, 0.1f, 0.1f};

extern "C" __global__ void fdtd_step(float* out, const float* in, int nx, int ny, int nz) {
    __shared__ float tile[tile_y + 2 * radius][tile_x + 2 * radius];
    const int x = blockIdx.x * tile_x + threadIdx.x, y = blockIdx.y * tile_y + threadIdx.y;
    const int tx = threadIdx.x + radius, ty = threadIdx.y + radius;
    const int row = nx + 2 * radius, plane = row * (ny + 2 * radius);
    const bool readable = x < nx + radius && y < ny + radius;  // a ragged tile reads into the halo, which is 4 wide
    const bool writable = x < nx && y < ny;
    float before[radius] = {}, ahead[radius] = {}, current = 0;

    int at = (y + radius) * row + x + radius;
#pragma unroll
    for (int i = radius - 2; i >= 0; --i, at += plane) {
        if (readable) before[i] = in[at];
    }
    if (readable) current = in[at];
    int next = at + plane;
#pragma unroll
    for (int i = 0; i < radius; ++i, next += plane) {
        if (readable) ahead[i] = in[next];
    }
    for (int z = 0; z < nz; ++z) {
#pragma unroll
        for (int i = radius - 1; i > 0; --i) before[i] = before[i - 1];
        before[0] = current;
        current = ahead[0];
#pragma unroll
        for (int i = 0; i < radius - 1; ++i) ahead[i] = ahead[i + 1];
        if (readable) ahead[radius - 1] = in[next];
        next += plane;
        at += plane;
        __syncthreads();
        if (threadIdx.y < radius) {
            tile[threadIdx.y][tx] = in[at - radius * row];
            tile[threadIdx.y + tile_y + radius][tx] = in[at + tile_y * row];
        }
        if (threadIdx.x < radius) {
            tile[ty][threadIdx.x] = in[at - radius];
            tile[ty][threadIdx.x + tile_x + radius] = in[at + tile_x];
        }
        tile[ty][tx] = current;
        __syncthreads();
        float value = coefficient[0] * current;
#pragma unroll
        for (int i = 1; i <= radius; ++i) {
            value += coefficient[i] * (ahead[i - 1] + before[i - 1] + tile[ty - i][tx] + tile[ty + i][tx] +
                                       tile[ty][tx - i] + tile[ty][tx + i]);
        }
        if (writable) out[at] = value;
    }
}
