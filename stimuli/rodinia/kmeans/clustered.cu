// The kernels of kmeans.cu in the launch styles of CTA clustering.
#include "../../cta_clustering.h"

__device__ inline void invert_mapping(heddle::Cta blockIdx, const float* input, float* output, int points,
                                      int features) {
#include "invert_mapping.inc"
}

__device__ inline void kmeans_point(heddle::Cta blockIdx, const float* input, int features, int points, int clusters,
                                    int* membership, const float* centroids) {
    const struct { unsigned x, y; } gridDim{blockIdx.grid_x, blockIdx.grid_y};
#include "kmeans_point.inc"
}

HEDDLE_CLUSTERED(invert_mapping, heddle::tasks_without_barrier,
                 (const float* input, float* output, int points, int features), (input, output, points, features))

HEDDLE_CLUSTERED(kmeans_point, heddle::tasks_without_barrier,
                 (const float* input, int features, int points, int clusters, int* membership, const float* centroids),
                 (input, features, points, clusters, membership, centroids))
