// Plain C++: what a load/store unit reports of a warp's access to global memory before it becomes requests to the L1,
// as data that an analysis port carries. An instruction gives one for each line that its lanes touch.
#pragma once

#include <cstdint>

#include "heddle/base/cycle.h"

namespace heddle {

struct AccessEvent {
    unsigned sm;
    std::uint32_t kernel, cta;
    std::uint64_t line;    // address / line_bytes
    std::uint8_t sectors;  // of 32 B, as a mask
    Cycle cycle;           // of the unit's clock
};

}  // namespace heddle
