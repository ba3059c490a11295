// The kernels of backprop.cu in the launch styles of CTA clustering.
#include "../../cta_clustering.h"
#include "backprop_common.h"

__device__ inline void layerforward(heddle::Cta blockIdx, const float* input, float* weights, float* partial_sums,
                                    int hidden) {
#include "layerforward.inc"
}

__device__ inline void adjust_weights(heddle::Cta blockIdx, const float* delta, int hidden, const float* input,
                                      float* weights, float* old_change) {
#include "adjust_weights.inc"
}

HEDDLE_CLUSTERED(layerforward, heddle::barrier_between_tasks,
                 (const float* input, float* weights, float* partial_sums, int hidden),
                 (input, weights, partial_sums, hidden))

HEDDLE_CLUSTERED(adjust_weights, heddle::tasks_without_barrier,
                 (const float* delta, int hidden, const float* input, float* weights, float* old_change),
                 (delta, hidden, input, weights, old_change))
