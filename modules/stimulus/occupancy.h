// How many CTAs of a kernel an SM can hold at once, and what limits it.
#pragma once

#include <algorithm>
#include <string>

#include "heddle/stimulus/kernel.h"

namespace heddle {

struct SmLimits {
    std::uint32_t max_warps = 48;
    std::uint32_t max_ctas = 8;
    std::uint32_t registers = 32768;
    std::uint32_t shared_bytes = 65536;
};

struct Occupancy {
    std::uint32_t ctas = 0;
    const char* limited_by = "";  // "warps", "CTA slots", "registers" or "shared memory"
};

// Registers are allocated to whole warps.
inline Occupancy occupancy(const KernelShape& shape, const SmLimits& limits) {
    Occupancy result{limits.max_ctas, "CTA slots"};
    const auto limit = [&](std::uint64_t has, std::uint64_t needs, const char* what) {
        if (needs == 0) return;
        const auto fit = static_cast<std::uint32_t>(std::min<std::uint64_t>(has / needs, limits.max_ctas));
        if (fit < result.ctas) result = {fit, what};
    };
    limit(limits.max_warps, shape.warps_per_cta(), "warps");
    limit(limits.registers, std::uint64_t{shape.warps_per_cta()} * warp_lanes * shape.registers_per_thread,
          "registers");
    limit(limits.shared_bytes, shape.shared_bytes, "shared memory");
    return result;
}

}  // namespace heddle
