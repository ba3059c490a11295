// Which registers of a warp may not be usable yet. Plain C++.
#pragma once

#include <cstdint>

#include "heddle/base/cycle.h"
#include "heddle/stimulus/kernel.h"

namespace heddle {

// Registers as WarpInstruction::register_bit()s. The scoreboard keeps them in the warp's context, which every issue
// looks at.
struct PendingRegisters {
    std::uint64_t computed = 0;  // by units, all of it in cycle `computed_by`
    Cycle computed_by = 0;
    std::uint64_t loaded = 0;  // by loads and atomics in flight; or not read yet by memory instructions

    // False: all registers of the instruction can be used by the given cycle. True: some may not; the scoreboard knows.
    bool concerns(const WarpInstruction& instruction, Cycle by) const {
        const std::uint64_t bits = loaded | (computed_by > by ? computed : 0);
        return bits & instruction.operand_bits;
    }
};

}  // namespace heddle
