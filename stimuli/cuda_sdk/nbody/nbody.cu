// One time step of an all-pairs n-body system, after nbody of the CUDA SDK, written anew. Kept: 256 threads per CTA,
// one body each, four floats (position, mass); all threads of a CTA walk over the bodies in tiles of 256, which they
// bring into dynamic shared memory (4096 bytes) and then read together, one body after the other; softened gravity with
// one reciprocal square root per pair; velocity in place, positions into another array. Changed: only bodies before
// `sources` have mass and are walked over.
#include "../../cuda.h"

struct alignas(16) Body {
    float x, y, z, w;
};

constexpr int tile = 256;

__device__ inline void attract(Body& force, const Body& me, const Body& other, float softening) {
    const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    const float inverse = __nvvm_rsqrt_approx_f(dx * dx + dy * dy + dz * dz + softening);
    const float scale = other.w * (inverse * inverse * inverse);
    force.x += dx * scale;
    force.y += dy * scale;
    force.z += dz * scale;
}

extern "C" __global__ void integrate_bodies(Body* new_positions, const Body* old_positions, Body* velocities,
                                            int bodies, int sources, float seconds, float damping, float softening) {
    extern __shared__ Body shared[];
    const int index = blockIdx.x * tile + threadIdx.x;
    if (index >= bodies) return;  // whole CTAs only: bodies is a multiple of the tile
    Body me = old_positions[index];
    Body force = {0, 0, 0, 0};
    for (int first = 0; first < sources; first += tile) {
        shared[threadIdx.x] = old_positions[first + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int i = 0; i < tile; ++i) attract(force, me, shared[i], softening);
        __syncthreads();
    }
    Body velocity = velocities[index];
    velocity.x = (velocity.x + force.x * seconds) * damping;
    velocity.y = (velocity.y + force.y * seconds) * damping;
    velocity.z = (velocity.z + force.z * seconds) * damping;
    me.x += velocity.x * seconds;
    me.y += velocity.y * seconds;
    me.z += velocity.z * seconds;
    new_positions[index] = me;
    velocities[index] = velocity;
}
