// How far ptxas unrolls the loops over k of these kernels, and how many steps it loads ahead of their sums: 16 in the machine code
// that nvcc 13.0 makes for sm_90. The model executes PTX as it stands, so the source has to say it.
#pragma once

namespace heddle {
constexpr int loads_ahead = 16;
}
