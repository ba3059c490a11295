// The kernels of hotspot.cu in the launch styles of CTA clustering.
#include "../../cta_clustering.h"
#include "hotspot_common.h"

__device__ inline void calculate_temp(heddle::Cta blockIdx, int steps, const float* power, const float* source,
                                      float* destination, int columns, int rows, int border_columns, int border_rows,
                                      float capacity, float resistance_x, float resistance_y, float resistance_z,
                                      float step_seconds) {
#include "calculate_temp.inc"
}

HEDDLE_CLUSTERED(calculate_temp, heddle::barrier_between_tasks,
                 (int steps, const float* power, const float* source, float* destination, int columns, int rows,
                  int border_columns, int border_rows, float capacity, float resistance_x, float resistance_y,
                  float resistance_z, float step_seconds),
                 (steps, power, source, destination, columns, rows, border_columns, border_rows, capacity, resistance_x,
                  resistance_y, resistance_z, step_seconds))
