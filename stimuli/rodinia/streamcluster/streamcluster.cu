// Rodinia's streamcluster: what would change if point `candidate` became a centre (the kernel of pgain). One thread per
// point in blocks of 512 threads. Kept: points as structures of 32 bytes (weight, pointer, centre, cost), coordinates
// by dimension (coordinate d of all points side by side), the sums of a thread in a row of centres + 1 words of its
// own. Changed: the number of the centre is a float in the place of a long, because a stimulus buffer has one type; a
// memory access takes 4 of the 8 bytes. Left out: the host's part is in the stimulus.
#include "../../cuda.h"

struct Point {
    float weight;
    unsigned long coordinates;  // the host's pointer
    float centre;               // the point that is its centre
    float unused;
    float cost;  // weight times squared distance to its centre
};

__attribute__((device, always_inline)) inline float squared_distance(int a, int b, int points, int dimensions,
                                                                     const float* coordinates) {
    float sum = 0;
    for (int d = 0; d < dimensions; ++d) {
        const float difference = coordinates[d * points + a] - coordinates[d * points + b];
        sum += difference * difference;
    }
    return sum;
}

extern "C" __global__ void compute_cost(int points, int dimensions, int candidate, const Point* point, int centres,
                                        int stride, const float* coordinates, float* work, const int* centre_table,
                                        bool* switches) {
    const int p = blockDim.x * (blockIdx.x + gridDim.x * blockIdx.y) + threadIdx.x;
    if (p >= points) return;
    const float new_cost = squared_distance(p, candidate, points, dimensions, coordinates) * point[p].weight;
    const float old_cost = point[p].cost;
    if (new_cost < old_cost) {
        switches[p] = true;
        work[p * stride + centres] = new_cost - old_cost;
    } else {
        work[p * stride + centre_table[static_cast<int>(point[p].centre)]] += old_cost - new_cost;
    }
}
