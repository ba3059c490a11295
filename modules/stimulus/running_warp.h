// A resident warp and the instruction it issues next, as a look at a running machine sees it. Plain C++.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/stimulus/kernel.h"

namespace heddle {

struct RunningWarp {
    const Kernel* kernel = nullptr;
    std::uint32_t cta = 0, warp = 0;
    std::uint32_t pc = 0, line = 0;  // of WarpInstruction
};

using RunningWarps = std::vector<RunningWarp>;

}  // namespace heddle
