// Matrix product C = A * B of square matrices after matrixMul of the CUDA SDK, in the launch styles of CTA clustering.
// A CTA of 32 x 32 threads makes a 32 x 32 tile of C from tiles of A and B in shared memory.
#include "../../cta_clustering.h"

constexpr int tile = 32;

// Four neighbours of a row in shared memory, in one load; clang would make four of it.
struct Four {
    float a, b, c, d;
};
__device__ inline Four load_four(const float* shared) {
#ifdef __clang__
    const auto address = (unsigned)(unsigned long)(__attribute__((address_space(3))) const float*)shared;
#else
    const auto address = (unsigned)__cvta_generic_to_shared(shared);
#endif
    Four four;
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(four.a), "=f"(four.b), "=f"(four.c), "=f"(four.d)
                 : "r"(address)
                 : "memory");
    return four;
}

__device__ inline void mm512(heddle::Cta cta, const float* a, const float* b, float* c, int n) {
    alignas(16) __shared__ float a_tile[tile][tile];
    __shared__ float b_tile[tile][tile];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = cta.y * tile + y, column = cta.x * tile + x;
    float sum = 0;
    for (int k = 0; k < n; k += tile) {
        const float from_a = a[row * n + k + x], from_b = b[(k + y) * n + column];
        a_tile[y][x] = from_a;
        b_tile[y][x] = from_b;
        __syncthreads();
        // As ptxas has it: four neighbours of a row of A are one load, and eight steps are loaded before their sums.
#pragma unroll
        for (int i = 0; i < tile; i += 8) {
            const Four first = load_four(&a_tile[y][i]);
            const Four second = load_four(&a_tile[y][i + 4]);
            float value[8];
#pragma unroll
            for (int u = 0; u < 8; ++u) value[u] = b_tile[i + u][x];
            sum += first.a * value[0];
            sum += first.b * value[1];
            sum += first.c * value[2];
            sum += first.d * value[3];
            sum += second.a * value[4];
            sum += second.b * value[5];
            sum += second.c * value[6];
            sum += second.d * value[7];
        }
        __syncthreads();
    }
    c[row * n + column] = sum;
}

// The barrier that ends the loop over tiles is the one between tasks, too.
HEDDLE_CLUSTERED(mm512, heddle::tasks_without_barrier, (const float* a, const float* b, float* c, int n), (a, b, c, n))
