// PolyBench-GPU CORR: the correlation matrix of m variables from n observations of each, in four launches: means,
// standard deviations, centring and scaling, products of columns. Kept: indices from 1 in arrays with an unused row and
// column 0 (rows of m + 1 words, so rows do not begin at lines); 256 threads per block and one thread per column in the
// first, second and fourth kernel, 32 x 8 and one thread per element in the third; results are stored in every step of
// the loops. The thread of column j1 makes the part of row j1 right of the diagonal and its mirror image, so that warps
// of low columns work longest. The last diagonal element is the host's. Changed: the number of observations divides the
// sums, where the benchmark has an arbitrary constant.
#include "../../cuda.h"

extern "C" __global__ void corr_mean(float* mean, const float* data, float count, int m, int n) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (j > m) return;
    mean[j] = 0;
    for (int i = 1; i <= n; ++i) mean[j] += data[i * (m + 1) + j];
    mean[j] /= count;
}

extern "C" __global__ void corr_std(const float* mean, float* deviation, const float* data, float count, float epsilon,
                                    int m, int n) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (j > m) return;
    deviation[j] = 0;
    for (int i = 1; i <= n; ++i) deviation[j] += (data[i * (m + 1) + j] - mean[j]) * (data[i * (m + 1) + j] - mean[j]);
    deviation[j] = __nvvm_sqrt_rn_f(deviation[j] / count);
    // A column that hardly varies would be divided by nearly nothing.
    if (deviation[j] <= epsilon) deviation[j] = 1;
}

extern "C" __global__ void corr_reduce(const float* mean, const float* deviation, float* data, float root_of_count,
                                       int m, int n) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    const int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i > n || j > m) return;
    data[i * (m + 1) + j] -= mean[j];
    data[i * (m + 1) + j] /= root_of_count * deviation[j];
}

extern "C" __global__ void corr_corr(float* matrix, const float* data, int m, int n) {
    const int j1 = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (j1 >= m) return;
    matrix[j1 * (m + 1) + j1] = 1;
    for (int j2 = j1 + 1; j2 <= m; ++j2) {
        float* sum = matrix + j1 * (m + 1) + j2;
        *sum = 0;
        for (int i = 1; i <= n; ++i) *sum += data[i * (m + 1) + j1] * data[i * (m + 1) + j2];
        matrix[j2 * (m + 1) + j1] = *sum;
    }
}
