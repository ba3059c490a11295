#pragma once

#include "heddle/platforms/gpu/platform_spec.h"

namespace heddle {

// The GPU of the packet-coalescing paper with its systems.
PlatformSpec packet_coalescing_spec();

}  // namespace heddle
