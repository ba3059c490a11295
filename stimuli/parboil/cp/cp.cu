// Parboil's cp: the electrostatic potential of point charges on a plane of grid points. A thread computes eight points
// of a row, 16 points apart, so that the 16 threads of a row of the CTA write side by side; a warp is two rows. Each
// launch adds the potential of some atoms to what the points hold already. Kept: CTAs of 16 x 8 threads, eight points
// per thread, atoms in constant memory with the squared distance from the plane in place of z, the inner loop with one
// reciprocal square root per atom and point, loads and stores of the points after the loop. Changed: Parboil's host
// copies the next atoms into constant memory before each launch; here they are there from the start, made by a formula,
// and a launch is told which ones to take.
#include "../../cuda.h"

constexpr int atoms = 64;
constexpr int block_width = 16;
constexpr int points = 8;  // per thread

struct Atom {
    float x, y, z_squared, charge;
};

struct Atoms {
    Atom atom[atoms];
};

// 16 bits; cp.stim has the same formula. Everything but the square is exact.
constexpr float number(unsigned i) {
    return static_cast<float>((i + 1) * 2654435761u >> 16);
}

constexpr Atoms make_atoms() {
    Atoms made{};
    for (int a = 0; a < atoms; ++a) {
        const float z = number(4 * a + 2) / 8192 + 0.5f;
        made.atom[a] = {number(4 * a) / 1024, number(4 * a + 1) / 2048, z * z, number(4 * a + 3) / 32768 - 1};
    }
    return made;
}

// Not const: a table the compiler may take apart would end up in global memory.
__constant__ Atoms all = make_atoms();

extern "C" __global__ void coulombic_potential(int first, int end, float spacing, float* energy) {
    const int column = blockIdx.x * block_width * points + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int pitch = gridDim.x * block_width * points;
    const float x = spacing * static_cast<float>(column), y = spacing * static_cast<float>(row);
    const float step = spacing * static_cast<float>(block_width);
    float sum[points] = {};
    for (int a = first; a < end; ++a) {
        const Atom atom = all.atom[a];
        const float dy = y - atom.y;
        const float rest = dy * dy + atom.z_squared;
        float dx = x - atom.x;
#pragma unroll
        for (int p = 0; p < points; ++p) {
            sum[p] += atom.charge * __nvvm_rsqrt_approx_f(dx * dx + rest);
            dx += step;
        }
    }
    float* mine = energy + row * pitch + column;
    // All loads before the first sum and store, as a compiler orders them that sees eight different addresses.
    float before[points];
#pragma unroll
    for (int p = 0; p < points; ++p) before[p] = mine[p * block_width];
#pragma unroll
    for (int p = 0; p < points; ++p) mine[p * block_width] = before[p] + sum[p];
}
