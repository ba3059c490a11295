// Rodinia's hotspot: the temperature of a chip from its power, a five-point stencil over time. A CTA of 16 x 16 threads
// loads a tile of temperature and power, one cell per thread, makes `steps` time steps on it in shared memory and
// writes what is still right then: the tile without a border that grows by one cell per step (a pyramid). Tiles of
// neighbouring CTAs overlap by twice the border. Kept: tile and block shape, the three shared arrays, which thread
// loads and stores which cell, the divisions every thread begins with, relaunch with source and destination exchanged.
// Different: all arithmetic is f32 (the benchmark's literal 2.0 makes part of it f64); reading the chip's description
// from files is left out.
#include "../../cuda.h"
#include "hotspot_common.h"

extern "C" __global__ void calculate_temp(int steps, const float* power, const float* source, float* destination,
                                          int columns, int rows, int border_columns, int border_rows, float capacity,
                                          float resistance_x, float resistance_y, float resistance_z,
                                          float step_seconds) {
#include "calculate_temp.inc"
}
