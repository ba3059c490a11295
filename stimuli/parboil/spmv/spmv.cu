// Parboil's spmv: y = A x with A in JDS form (jagged diagonals): rows sorted by falling length, entry k of all rows
// that have one stored side by side, padded so that the 32 rows of a warp have the same length. One row per thread.
// Kept: the two tables in constant memory, the loop that fetches the next entry before it adds the last one (Parboil's
// PREFETCH), the result scattered by the permutation. Left out: textures. Changed: Parboil's host fills the constants
// for its matrix; here they hold a matrix of 32 warps, and `scale` makes each of them 2^scale warps of the same length.
#include "../../cuda.h"

constexpr int classes = 32;  // of row lengths, 40 to 9
constexpr int longest = 40;

constexpr int length_of(int c) {
    return longest - c;
}

struct Tables {
    int length[classes];       // of the rows of warp c
    int first_entry[longest];  // where entry k of all rows begins
};

constexpr Tables make_tables() {
    Tables t{};
    for (int c = 0; c < classes; ++c) t.length[c] = length_of(c);
    for (int k = 1; k < longest; ++k) {
        t.first_entry[k] = t.first_entry[k - 1];
        for (int c = 0; c < classes; ++c) t.first_entry[k] += length_of(c) >= k ? 32 : 0;
    }
    return t;
}

// Not const: a table the compiler may take apart would end up in global memory.
__constant__ Tables tables = make_tables();

extern "C" __global__ void spmv_jds(float* y, const float* data, const int* column, const int* permutation,
                                    const float* x, int rows, int scale) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int length = tables.length[row >> (5 + scale)];
    int j = (tables.first_entry[0] << scale) + row;
    float value = data[j];
    float factor = x[column[j]];
    float sum = 0;
    if (length > 1) {
        j = (tables.first_entry[1] << scale) + row;
        int i = column[j];
        for (int k = 2; k < length; ++k) {
            const float next_value = data[j];
            j = (tables.first_entry[k] << scale) + row;
            const int next_i = column[j];
            const float next_factor = x[i];
            sum += value * factor;
            value = next_value;
            i = next_i;
            factor = next_factor;
        }
        const float last_value = data[j];
        const float last_factor = x[i];
        sum += value * factor;
        value = last_value;
        factor = last_factor;
    }
    y[permutation[row]] = sum + value * factor;
}
