// One Jacobi step of the 3-D Laplace equation, after LPS (laplace3d) of the GPGPU-Sim benchmark set (ISPASS 2009),
// written anew. Kept: CTAs of 32 x 4 threads, a thread for each point of the plane, that march through all planes;
// three planes of the tile with a halo of one point, 34 x 6 words each, lie in shared memory and move down by one for
// every plane, so that each point is loaded once by its own thread; 76 of the 128 threads also load one point of the
// halo: two warps the rows above and below (coalesced), 12 threads of a third the columns on both sides with the
// corners (strided); two barriers per plane; rows with a pitch; points of the border keep their value and are copied.
#include "../../cuda.h"

constexpr int tile_x = 32, tile_y = 4;
constexpr int row = tile_x + 2, plane = row * (tile_y + 2);
constexpr int side_threads = 2 * (tile_y + 2);

// Moves the cell's three planes down by one and loads the next into the uppermost.
__device__ inline void advance(float* cell, const float* next, bool load) {
    cell[-plane] = cell[0];
    cell[0] = cell[plane];
    if (load) cell[plane] = *next;
}

extern "C" __global__ void lps_step(const float* from, float* to, int nx, int ny, int nz, int pitch) {
    __shared__ float tile[3 * plane];
    const int x = blockIdx.x * tile_x + threadIdx.x, y = blockIdx.y * tile_y + threadIdx.y;
    const bool active = x < nx && y < ny;

    // The point of the halo that this thread loads, relative to the tile.
    const int thread = threadIdx.y * tile_x + threadIdx.x, side = thread - 2 * tile_x;
    const int halo_x = side < 0 ? (int)threadIdx.x : (side & 1) * (tile_x + 1) - 1;
    const int halo_y = side < 0 ? (int)threadIdx.y * (tile_y + 1) - 1 : (side >> 1) - 1;
    const int there_x = blockIdx.x * tile_x + halo_x, there_y = blockIdx.y * tile_y + halo_y;
    const bool halo = side < side_threads && there_x >= 0 && there_x < nx && there_y >= 0 && there_y < ny;

    float* cell = tile + plane + (threadIdx.y + 1) * row + threadIdx.x + 1;
    float* halo_cell = tile + plane + (halo_y + 1) * row + halo_x + 1;
    const int level = pitch * ny;
    int at = y * pitch + x, halo_at = there_y * pitch + there_x;
    if (active) cell[plane] = from[at];
    if (halo) halo_cell[plane] = from[halo_at];

    const bool border = x == 0 || x == nx - 1 || y == 0 || y == ny - 1;
    for (int z = 0; z < nz; ++z) {
        const int here = at;
        at += level;
        halo_at += level;
        if (active) advance(cell, from + at, z < nz - 1);
        if (halo) advance(halo_cell, from + halo_at, z < nz - 1);
        __syncthreads();
        if (active) {
            float value = cell[0];
            if (!border && z > 0 && z < nz - 1) {
                value = (cell[-1] + cell[1] + cell[-row] + cell[row] + cell[-plane] + cell[plane]) * (1.0f / 6.0f);
            }
            to[here] = value;
        }
        __syncthreads();
    }
}
