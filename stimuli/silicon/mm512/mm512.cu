// Matrix product C = A * B of square matrices after matrixMul of the CUDA SDK, in the launch styles of CTA clustering.
// A CTA of 32 x 32 threads makes a 32 x 32 tile of C from tiles of A and B in shared memory. The loop over the tiles is
// that of the machine code, which is another one in each launch style.
#include "../../cta_clustering.h"
#include "machine_code.h"

constexpr int tile = 32;

alignas(16) __shared__ float a_tile[tile][tile], b_tile[tile][tile];

__device__ inline unsigned shared_address(const float (&of)[tile][tile]) {
#ifdef __clang__
    return (unsigned)(unsigned long)(__attribute__((address_space(3))) const float*)&of[0][0];
#else
    return (unsigned)__cvta_generic_to_shared(&of[0][0]);
#endif
}

// What all styles have in common: the thread's element of C and where its elements of the tiles are.
struct Place {
    int x = threadIdx.x, y = threadIdx.y, row, column;
    unsigned a_row = shared_address(a_tile) + y * sizeof a_tile[0], a_element = a_row + x * sizeof(float);
    unsigned b_column = shared_address(b_tile) + x * sizeof(float), b_element = b_column + y * sizeof b_tile[0];
    __device__ Place(const heddle::Cta& cta) : row(cta.y * tile + y), column(cta.x * tile + x) {}
};

__device__ inline void mm512(heddle::Cta cta, const float* a, const float* b, float* c, int n) {
    const Place at(cta);
    const float *from_a = a + (at.row * n + at.x), *from_b = b + (at.y * n + at.column);
    float sum = 0;
    for (int k = 0; k < n; k += tile)
        tile_of_plain_kernel(from_a, from_b, sum, tile * n, at.a_element, at.b_element, at.a_row, at.b_column);
    c[at.row * n + at.column] = sum;
}

__device__ inline void mm512(heddle::RedirectedCta cta, const float* a, const float* b, float* c, int n) {
    const Place at(cta);
    int a_index = cta.y * tile * n, b_index = cta.x * tile;
    float sum = 0;
    for (int k = 0; k < n; k += tile)
        tile_of_redirected_kernel(a, b, a_index, b_index, sum, at.y * n + at.x, tile * n, at.a_element, at.b_element,
                                  at.a_row, at.b_column);
    c[at.row * n + at.column] = sum;
}

__device__ inline void mm512(heddle::AgentsCta cta, const float* a, const float* b, float* c, int n) {
    const Place at(cta);
    int a_index = cta.y * tile * n, b_index = cta.x * tile;
    float sum = 0;
    for (int k = 0; k < n; k += tile)
        tile_of_agent(a, b, a_index, b_index, sum, at.y * n + at.x, tile * n, at.a_element, at.b_element, at.a_row,
                      at.b_column);
    c[at.row * n + at.column] = sum;
}

// The barrier that ends the loop over tiles is the one between tasks, too.
HEDDLE_CLUSTERED(mm512, heddle::tasks_without_barrier, (const float* a, const float* b, float* c, int n), (a, b, c, n))
