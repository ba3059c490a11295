// A warp's memory instruction in flight between the SM and the load/store unit, and what the SM keeps with it.
#pragma once

#include "heddle/base/cycle.h"
#include "heddle/base/payload_pool.h"
#include "heddle/stimulus/kernel.h"

namespace heddle {

struct IssuedInstruction {
    const WarpInstruction* instruction = nullptr;
    Cycle cycle = 0;
    std::uint32_t occupant = 0;  // which of the warps that its slot has had it belongs to
    // Whether it is still in the LSU's instruction queue, or in the LSU at all, as far as the LSU has notified. Used
    // only if the SM has to keep order or to track the queues.
    bool in_queue = false, in_unit = false;
};
using MemoryInstruction = BasicWarpPayload<IssuedInstruction>;

}  // namespace heddle
