// PolyBench-GPU FDTD-2D: electric and magnetic field of a wave in the plane, three launches in each time step: ey, ex,
// then hz. Kept: 32 x 8 threads per block, x along a row, one thread per point; rows of ex are one word longer than
// those of ey and hz, so that only the latter begin at lines; ey has one row more than hz. The first row of ey is the
// source, a value per time step. No shared memory. Left out: nothing; sizes are arguments instead of macros.
#include "../../cuda.h"

extern "C" __global__ void fdtd_ey(const float* source, float* ey, const float* hz, int t, int nx, int ny) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= nx || j >= ny) return;
    const int here = i * ny + j;
    if (i == 0) {
        ey[here] = source[t];
    } else {
        ey[here] -= 0.5f * (hz[here] - hz[here - ny]);
    }
}

extern "C" __global__ void fdtd_ex(float* ex, const float* hz, int nx, int ny) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= nx || j >= ny || j == 0) return;
    const int here = i * ny + j;
    ex[here + i] -= 0.5f * (hz[here] - hz[here - 1]);
}

extern "C" __global__ void fdtd_hz(const float* ex, const float* ey, float* hz, int nx, int ny) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= nx || j >= ny) return;
    const int here = i * ny + j;
    hz[here] -= 0.7f * (ex[here + i + 1] - ex[here + i] + ey[here + ny] - ey[here]);
}
