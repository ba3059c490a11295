// Rodinia's kmeans: the two kernels of one pass. `invert_mapping` turns the features from point-major into
// feature-major order: thread = point, so a warp's loads are nfeatures words apart and its stores are contiguous.
// `kmeans_point` finds the nearest centroid of every point: thread = point, a loop over clusters around a loop over
// features; loads of features are contiguous in a warp and are repeated for every cluster, loads of centroids are the
// same word for all threads. Kept: both mappings, 256 threads, the grid of square shape of the second kernel.
// Different: features come by plain global loads, where the benchmark has a texture, and centroids from a buffer, where
// it has constant memory. Left out: new centroids from the memberships, which the benchmark computes on the host
// between passes.
#include "../../cuda.h"

extern "C" __global__ void invert_mapping(const float* input, float* output, int points, int features) {
#include "invert_mapping.inc"
}

extern "C" __global__ void kmeans_point(const float* input, int features, int points, int clusters, int* membership,
                                        const float* centroids) {
#include "kmeans_point.inc"
}
