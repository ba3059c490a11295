// A packet that a network has let through. Plain C++.
#pragma once

#include "heddle/base/cycle.h"

namespace heddle {

struct Grant {
    unsigned input, output, flits;
    Cycle waited;  // in the input buffer, beyond the cycles that its flits take
};

}  // namespace heddle
