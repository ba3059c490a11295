#pragma once

#include "heddle/platforms/gpu/platform_spec.h"

namespace heddle {

// The GPU of the inter-warp coalescing paper with its five systems.
PlatformSpec warppool_spec();

}  // namespace heddle
