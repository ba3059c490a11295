#pragma once

#include "heddle/platforms/gpu/platform_spec.h"

namespace heddle {

// A GPU of the CTA-clustering paper with its systems.
PlatformSpec cta_clustering_spec();

}  // namespace heddle
