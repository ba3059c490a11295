#pragma once

#include "heddle/platforms/gpu/platform_spec.h"

namespace heddle {

// The GPU of the intra-cluster coalescing paper with its nine systems.
PlatformSpec icc_spec();

}  // namespace heddle
