// A packet that a network has let through. Plain C++.
#pragma once

#include "heddle/base/cycle.h"

namespace heddle {

// How a packet passed the link that a group of ports shares.
struct LinkPass {
    unsigned group = 0, bytes = 0;
    Cycle waited = 0;
};

struct Grant {
    unsigned input, output, flits;
    Cycle waited;                    // in the input buffer, beyond the cycles that its flits take
    const LinkPass* link = nullptr;  // valid until the next grant; null: its port shares no link
};

}  // namespace heddle
