// The GPU of the WarpPool paper: the values of platforms/presets/gtx480.ini, where each has its source.
#pragma once

#include "gpu/gpu_parameters.h"

namespace heddle {

GpuParameters gtx480();

}  // namespace heddle
