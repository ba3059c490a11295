// A warp's memory instruction on its way through the load/store unit, and what the SM wants to find again with it.
#pragma once

#include "base/cycle.h"
#include "base/payload_pool.h"
#include "stimulus/kernel.h"

namespace heddle {

struct IssuedInstruction {
    const WarpInstruction* instruction = nullptr;  // null: the invalidate at kernel start
    Cycle cycle = 0;
    bool in_queue = false, in_unit = false;  // of the LSU, which has not said otherwise; if order or room there matter
};
using MemoryInstruction = BasicWarpPayload<IssuedInstruction>;

}  // namespace heddle
