// Shared memory of an SM: bytes of the resident CTAs, and how many passes an access takes through the banks. Plain C++.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/lane_access.h"
#include "heddle/stimulus/kernel.h"

namespace heddle {

class SharedMemory {
public:
    SharedMemory(unsigned bytes, unsigned banks, bool wide_broadcast = false)
        : bytes_(bytes, 0), banks_(banks), wide_broadcast_(wide_broadcast) {}

    // Lanes that access different words of one bank need a pass each; lanes that access the same word share one.
    // Accesses wider than a word are split into groups of lanes that together access at most one word per bank. With
    // wide broadcast, two neighbouring groups share their passes if each lane and its neighbour, or each lane and the
    // next but one, access the same address.
    unsigned passes(const LaneAccess& access) const;

    // Performs a load, store or atomic on the bytes of a CTA, [base, base + size). Throws SimulationError if a lane is
    // outside.
    void perform(Operation operation, LaneAccess& access, std::uint32_t base, std::uint32_t size);
    void clear(std::uint32_t base, std::uint32_t size);

private:
    std::vector<std::uint8_t> bytes_;
    unsigned banks_;
    bool wide_broadcast_;
};

}  // namespace heddle
