// Parboil's sgemm: C = alpha A B^T + beta C with tiles in registers. A CTA of 16 x 8 threads makes 128 rows of C and 16
// columns: a thread has one row and 16 sums. In each step of its loop the CTA brings 8 columns of 16 rows of B into
// shared memory, one word per thread, and a thread multiplies 8 words of its row of A by them. Kept: all matrices by
// columns, B transposed, so that a warp's words of A, B and C lie side by side; shapes of tiles and CTA, 512 bytes of
// shared memory, which thread loads and stores what.
#include "../../cuda.h"

struct alignas(16) Four {
    float x, y, z, w;
};

constexpr int columns = 16;  // of C, per CTA and thread
constexpr int depth = 8;     // columns of A and B in a step
constexpr int rows = columns * depth;

extern "C" __global__ void sgemm(const float* a, int lda, const float* b, int ldb, float* c, int ldc, int k,
                                 float alpha, float beta) {
    alignas(16) __shared__ float tile[depth][columns];  // a row is read in pieces of 16 bytes
    const int thread = threadIdx.y * columns + threadIdx.x;
    const int row = blockIdx.x * rows + thread, first_column = blockIdx.y * columns;
    float sum[columns] = {};
    for (int step = 0; step < k; step += depth) {
        tile[threadIdx.y][threadIdx.x] = b[first_column + threadIdx.x + (step + threadIdx.y) * ldb];
        __syncthreads();
        for (int j = 0; j < depth; ++j) {
            const float factor = a[row + (step + j) * lda];
#pragma unroll
            for (int i = 0; i < columns; i += 4) {
                const Four four = reinterpret_cast<const Four*>(tile[j])[i / 4];
                sum[i] += factor * four.x;
                sum[i + 1] += factor * four.y;
                sum[i + 2] += factor * four.z;
                sum[i + 3] += factor * four.w;
            }
        }
        __syncthreads();
    }
    float* mine = c + row + first_column * ldc;
#pragma unroll
    for (int i = 0; i < columns; ++i) mine[i * ldc] = beta * mine[i * ldc] + alpha * sum[i];
}
