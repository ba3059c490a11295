// N-queens solver after NQU of the GPGPU-Sim set: the host places queens in the first rows, each thread takes one of
// these boards and counts the ways to fill the remaining rows, by backtracking with a stack in shared memory. A board
// is three masks of columns that are taken in the next row: by a queen above, by diagonals that move left, and right.
// Kept: CTAs of 96 threads, four stacks of ten rows per thread in shared memory (15 KiB, a CTA per SM of its time), the
// loop that takes one column or goes back one row per pass, the sums of a CTA added up in shared memory and one result
// per CTA. Different: the host launches as many CTAs as it has boards for, not always 256; it has a single batch.
#include "../../cuda.h"

constexpr int threads = 96;
constexpr int depth = 10;

struct Stacks {
    unsigned column[threads][depth];
    unsigned left[threads][depth];
    unsigned right[threads][depth];
    unsigned tried[threads][depth];  // columns that are taken or done with
};

// Boards with `rows` more queens than the stack's first row has.
__device__ static inline unsigned solutions(Stacks& stacks, int t, unsigned all, int rows) {
    unsigned found = 0;
    for (int row = 0; row >= 0;) {
        const unsigned tried = stacks.tried[t][row];
        if (tried == all) {
            --row;
            continue;
        }
        const unsigned queen = ~tried & (tried + 1);  // the rightmost free column
        stacks.tried[t][row] = tried | queen;
        if (row + 1 == rows) {
            ++found;
            --row;  // the last row has one free column at most
            continue;
        }
        const unsigned column = stacks.column[t][row] | queen;
        const unsigned left = (stacks.left[t][row] | queen) << 1;
        const unsigned right = (stacks.right[t][row] | queen) >> 1;
        ++row;
        stacks.column[t][row] = column;
        stacks.left[t][row] = left;
        stacks.right[t][row] = right;
        stacks.tried[t][row] = (column | left | right) & all;
    }
    return found;
}

extern "C" __global__ void solve_nqueen(int n, int rows, const unsigned* columns, const unsigned* lefts,
                                        const unsigned* rights, unsigned* results, int boards) {
    __shared__ Stacks stacks;
    __shared__ unsigned sum[threads];
    const int t = threadIdx.x, board = blockIdx.x * threads + t;
    const unsigned all = (1u << n) - 1;
    unsigned found = 0;
    if (board < boards) {
        const unsigned column = columns[board], left = lefts[board], right = rights[board];
        stacks.column[t][0] = column;
        stacks.left[t][0] = left;
        stacks.right[t][0] = right;
        stacks.tried[t][0] = (column | left | right) & all;
        found = solutions(stacks, t, all, rows);
    }
    sum[t] = found;
    __syncthreads();
    if (t < 32) sum[t] += sum[t + 64];
    __syncthreads();
    for (int half = 32; half > 0; half >>= 1) {
        if (t < half) sum[t] += sum[t + half];
        __syncthreads();
    }
    if (t == 0) results[blockIdx.x] = sum[0];
}
