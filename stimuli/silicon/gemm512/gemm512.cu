// Matrix product without tiles, C += A * B of square matrices, in the launch styles of CTA clustering. One output per
// thread, whose sum stays in a register: C is read once, behind the loop, and written once. The loop over k is that of
// the machine code.
#include "../../cta_clustering.h"
#include "machine_code.h"

constexpr int steps = 16;

__device__ inline void gemm512(heddle::Cta cta, const float* a, const float* b, float* c, int n) {
    const int j = cta.x * blockDim.x + threadIdx.x;
    const int i = cta.y * blockDim.y + threadIdx.y;
    float sum = 0;
    const float* column = b + j;
    for (int k = 0; k < n; k += steps) steps_of_plain_kernel(a, column, sum, n, i * n);
    c[i * n + j] += sum;
}

__device__ inline void gemm512(heddle::AgentsCta cta, const float* a, const float* b, float* c, int n) {
    const int j = cta.x * blockDim.x + threadIdx.x;
    const int i = cta.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k += steps) steps_of_agent(a, b, sum, n, i, j, k);
    c[i * n + j] += sum;
}

HEDDLE_CLUSTERED(gemm512, heddle::tasks_without_barrier, (const float* a, const float* b, float* c, int n),
                 (a, b, c, n))
