#pragma once

#include "heddle/platforms/gpu/platform_spec.h"

namespace heddle {

// The GPU of the decoupled-L1 paper with its systems.
PlatformSpec dcl1_spec();

}  // namespace heddle
