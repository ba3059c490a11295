#pragma once

#include "heddle/platforms/gpu/platform_spec.h"

namespace heddle {

// The baseline GPU, and whatever its user composes.
PlatformSpec gpu_spec();

}  // namespace heddle
