// The kernels of stimuli/silicon as plain loops in all launch styles, compiled by nvcc: what the compiler makes of them is its own affair. What an H200 gave is in
// data/h200_plain.csv.
//
//   nvcc -O3 -arch=sm_90 -o plain plain.cu && ncu --csv --page raw --clock-control none --cache-control all --metrics METRICS ./plain
#include <cstdio>
#include "../../stimuli/cta_clustering.h"
__device__ inline void mm(heddle::Cta cta, const float* A, const float* B, float* C, int wa) {
    __shared__ float As[32][32], Bs[32][32]; int tx = threadIdx.x, ty = threadIdx.y; float s = 0;
    int a = wa * 32 * cta.y, b = 32 * cta.x;
    for (int t = 0; t < wa / 32; ++t, a += 32, b += 32 * wa) { As[ty][tx] = A[a + wa * ty + tx]; Bs[ty][tx] = B[b + wa * ty + tx]; __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; ++k) s += As[ty][k] * Bs[k][tx];
        __syncthreads(); }
    C[wa * 32 * cta.y + 32 * cta.x + wa * ty + tx] = s;
}
HEDDLE_CLUSTERED(mm, heddle::tasks_without_barrier, (const float* a, const float* b, float* c, int n), (a, b, c, n))
__device__ inline void gemm(heddle::Cta cta, const float* a, const float* b, float* c, int n) {
    int j = cta.x * 32 + threadIdx.x, i = cta.y * 8 + threadIdx.y; float s = 0;
    for (int k = 0; k < n; ++k) s += a[i * n + k] * b[k * n + j];
    c[i * n + j] += s;
}
HEDDLE_CLUSTERED(gemm, heddle::tasks_without_barrier, (const float* a, const float* b, float* c, int n), (a, b, c, n))
__device__ inline void syk(heddle::Cta cta, const float* a, float* c, int n, int m) {
    int j = cta.x * 32 + threadIdx.x, i = cta.y * 8 + threadIdx.y; float s = 0;
    for (int k = 0; k < m; ++k) s += a[i * m + k] * a[j * m + k];
    c[i * n + j] += s;
}
HEDDLE_CLUSTERED(syk, heddle::tasks_without_barrier, (const float* a, float* c, int n, int m), (a, c, n, m))
__device__ inline void cv(heddle::Cta cta, const float* A, float* B, int n) {
    int j = cta.x * 32 + threadIdx.x, i = cta.y * 8 + threadIdx.y;
    if (i > 0 && j > 0 && i < n - 1 && j < n - 1)
        B[i * n + j] = 0.2f * A[(i - 1) * n + j - 1] + 0.5f * A[(i - 1) * n + j] - 0.8f * A[(i - 1) * n + j + 1] - 0.3f * A[i * n + j - 1] + 0.6f * A[i * n + j] -
                       0.9f * A[i * n + j + 1] + 0.4f * A[(i + 1) * n + j - 1] + 0.7f * A[(i + 1) * n + j] + 0.1f * A[(i + 1) * n + j + 1];
}
HEDDLE_CLUSTERED(cv, heddle::tasks_without_barrier, (const float* a, float* b, int n), (a, b, n))
__device__ inline void bsc(heddle::Cta cta, const float* S, const float* X, float* o, int n) {
    int i = cta.x * 256 + threadIdx.x;
    if (i < n) { float s = S[i], x = X[i]; float d = __logf(s / x) + 0.1f; float e = __expf(-d * d * 0.5f); o[i] = s * e - x * __expf(-0.02f) * rsqrtf(1.0f + d * d); }
}
HEDDLE_CLUSTERED(bsc, heddle::tasks_without_barrier, (const float* s, const float* x, float* o, int n), (s, x, o, n))
// GEMM512's loop with other footprints: pitch 0 or 32 keeps an operand in the L1.
extern "C" __global__ void gemm_pitch(const float* __restrict__ a, const float* __restrict__ b, float* c, int n, int pa, int pb, int mask) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y; float s = 0;
    const float* column = b + (j & mask);
    for (int k = 0; k < n; ++k) s += a[i * pa + k] * column[k * pb];
    c[i * n + j] += s;
}
#define STYLES(name, max, gx, gy, block, ...) \
    reset(); name##_orig<<<dim3(gx, gy), block>>>(__VA_ARGS__); \
    reset(); name##_redirect_row<<<dim3(gx, gy), block>>>(__VA_ARGS__, 132); \
    reset(); name##_redirect_column<<<dim3(gx, gy), block>>>(__VA_ARGS__, 132); \
    for (int k = max; k; k /= 2) { reset(); name##_agents_row<<<132 * max, block>>>(__VA_ARGS__, gx, gy, 132, k, counters); } \
    for (int k = max; k; k /= 2) { reset(); name##_agents_column<<<132 * max, block>>>(__VA_ARGS__, gx, gy, 132, k, counters); }
int main() {
    float *a, *b, *c; unsigned* counters;
    cudaMalloc(&a, 64 << 20); cudaMalloc(&b, 64 << 20); cudaMalloc(&c, 64 << 20); cudaMalloc(&counters, 4096);
    cudaMemset(a, 0, 64 << 20); cudaMemset(b, 0, 64 << 20); cudaMemset(c, 0, 64 << 20);
    auto reset = [&] { cudaMemset(counters, 0, 4096); };
    STYLES(mm, 2, 16, 16, dim3(32, 32), a, b, c, 512)
    STYLES(gemm, 8, 16, 64, dim3(32, 8), a, b, c, 512)
    STYLES(cv, 8, 64, 256, dim3(32, 8), a, b, 2048)
    STYLES(bsc, 8, 4096, 1, dim3(256), a, b, c, 1 << 20)
    gemm_pitch<<<dim3(16, 64), dim3(32, 8)>>>(a, b, c, 512, 0, 32, 31);
    gemm_pitch<<<dim3(16, 64), dim3(32, 8)>>>(a, b, c, 512, 512, 32, 31);
    gemm_pitch<<<dim3(16, 64), dim3(32, 8)>>>(a, b, c, 512, 0, 512, -1);
    gemm_pitch<<<dim3(16, 64), dim3(32, 8)>>>(a, b, c, 512, 512, 512, -1);
    gemm_pitch<<<dim3(132, 1), dim3(32, 8)>>>(a, b, c, 512, 0, 32, 31);
    gemm_pitch<<<dim3(132, 1), dim3(32, 8)>>>(a, b, c, 512, 0, 512, 31);
    STYLES(syk, 8, 16, 64, dim3(32, 8), a, c, 512, 256)
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
