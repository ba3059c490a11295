// On which SM each CTA of GEMM512 runs in the first launch under a profiler and in those after it, which differ: so do the sectors that its L1s ask for.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o cold_launch cold_launch.cu && ./cold_launch
//   ncu --csv --page raw --clock-control none --cache-control all -k gemm_orig --metrics l1tex__m_xbar2l1tex_read_sectors.sum,lts__t_sectors_srcunit_tex_op_read.sum ./cold_launch
//
// Prints the SM of every CTA, a row for each of three launches. With more metrics than fit into one pass, ncu launches each kernel several times; by its counts the first of these is like the first here.
#include <cstdio>
#include <vector>
#include "../../stimuli/cta_clustering.h"
__device__ inline void gemm(heddle::Cta cta, const float* a, const float* b, float* c, int n, unsigned* places) {
    int j = cta.x * 32 + threadIdx.x, i = cta.y * 8 + threadIdx.y; float s = 0;
    for (int k = 0; k < n; ++k) s += a[i * n + k] * b[k * n + j];
    c[i * n + j] += s;
    if (threadIdx.x + threadIdx.y == 0) places[blockIdx.y * gridDim.x + blockIdx.x] = heddle::sm_number();
}
HEDDLE_CLUSTERED(gemm, heddle::tasks_without_barrier, (const float* a, const float* b, float* c, int n, unsigned* places), (a, b, c, n, places))
int main() {
    const unsigned ctas = 1024;
    float *a, *b, *c; unsigned* places;
    cudaMalloc(&a, 1 << 20); cudaMalloc(&b, 1 << 20); cudaMalloc(&c, 1 << 20); cudaMalloc(&places, ctas * 4);
    cudaMemset(a, 0, 1 << 20); cudaMemset(b, 0, 1 << 20); cudaMemset(c, 0, 1 << 20);
    for (unsigned launch = 0; launch < 3; ++launch) {
        gemm_orig<<<dim3(16, 64), dim3(32, 8)>>>(a, b, c, 512, places);
        std::vector<unsigned> sms(ctas);
        cudaMemcpy(sms.data(), places, ctas * 4, cudaMemcpyDeviceToHost);
        printf("launch %u:", launch);
        for (unsigned sm : sms) printf(" %u", sm);
        printf("\n");
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
