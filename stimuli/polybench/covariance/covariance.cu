// PolyBench-GPU COVAR: covariances of m variables from n observations of each, in three launches: means, centring,
// products of columns. Kept: indices from 1 in arrays with an unused row and column 0 (rows of m + 1 words, so rows do
// not begin at lines); 256 threads per block and one thread per column in the first and third kernel, 32 x 8 and one
// thread per element in the second; results are stored in every step of the loops. The thread of column j1 makes the
// part of row j1 from the diagonal on and its mirror image, so that warps of low columns work longest; sums of products
// are not divided by n. Changed: of the columns j2 a thread takes every step-th (all with a step of 1, as the benchmark
// does); the number of observations divides the means, where the benchmark has an arbitrary constant.
#include "../../cuda.h"

extern "C" __global__ void covar_mean(float* mean, const float* data, float count, int m, int n) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (j > m) return;
    mean[j] = 0;
    for (int i = 1; i <= n; ++i) mean[j] += data[i * (m + 1) + j];
    mean[j] /= count;
}

extern "C" __global__ void covar_reduce(const float* mean, float* data, int m, int n) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    const int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i > n || j > m) return;
    data[i * (m + 1) + j] -= mean[j];
}

extern "C" __global__ void covar_covar(float* matrix, const float* data, int m, int n, int step) {
    const int j1 = blockIdx.x * blockDim.x + threadIdx.x + 1;
    for (int j2 = j1; j2 <= m; j2 += step) {
        float* sum = matrix + j1 * (m + 1) + j2;
        *sum = 0;
        for (int i = 1; i <= n; ++i) *sum += data[i * (m + 1) + j1] * data[i * (m + 1) + j2];
        matrix[j2 * (m + 1) + j1] = *sum;
    }
}
