// What ptxas makes of the loops over k of these kernels (nvcc 13.0 for sm_90, read in the machine code): 16 steps are
// one, and in it the first sum comes behind the loads of six steps, the others in turns with further loads. The model
// executes PTX as it stands, so the source has to say it.
#pragma once

namespace heddle {
constexpr int unrolled = 16, loads_ahead = 6;
}
