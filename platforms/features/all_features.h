#pragma once

#include "heddle/platforms/path/feature.h"

namespace heddle {

// Every part a machine can be composed of, in the order in which they plan it.
Features all_features();

}  // namespace heddle
