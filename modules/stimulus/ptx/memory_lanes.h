// The lanes of a memory instruction.
#pragma once

#include <array>

#include "heddle/stimulus/ptx/lanes.h"

namespace heddle::ptx {

inline unsigned first_lane(LaneMask mask) {
    return static_cast<unsigned>(__builtin_ctz(mask));
}

// Calls for each lane in the mask.
template <class F>
void each(LaneMask mask, F&& f) {
    for (; mask != 0; mask &= mask - 1) f(first_lane(mask));
}

inline void lane_addresses(Warp& warp, const Step& step, std::array<std::uint64_t, warp_lanes>& address) {
    const auto offset = static_cast<std::uint64_t>(step.immediate);
    if (step.wide_address) {
        const std::uint64_t* base = cells<std::uint64_t>(warp, step.a);
        for (unsigned l = 0; l < warp_lanes; ++l) address[l] = base[l] + offset;
    } else {
        const std::uint32_t* base = cells<std::uint32_t>(warp, step.a);
        for (unsigned l = 0; l < warp_lanes; ++l) address[l] = base[l] + offset;
    }
}

}  // namespace heddle::ptx
