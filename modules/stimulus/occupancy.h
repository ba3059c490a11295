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
    std::uint32_t reserved_shared_bytes = 0;  // of each CTA, beside its own

    std::uint32_t shared_bytes_of(const KernelShape& shape) const { return shape.shared_bytes + reserved_shared_bytes; }
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
    limit(limits.shared_bytes, limits.shared_bytes_of(shape), "shared memory");
    return result;
}

// Why not even one CTA fits: what it needs and what an SM has.
inline std::string does_not_fit(const KernelShape& shape, const SmLimits& limits) {
    const auto number = [](std::uint64_t value) { return std::to_string(value); };
    const std::uint64_t warps = shape.warps_per_cta();
    return (shape.place.empty() ? "" : shape.place + ": ") + "a CTA of kernel " + shape.name +
           " does not fit into an SM, for lack of " + occupancy(shape, limits).limited_by + ". Its " +
           number(shape.threads_per_cta()) + " threads need: warps " + number(warps) + ", registers " +
           number(warps * warp_lanes * shape.registers_per_thread) + " (" + number(shape.registers_per_thread) +
           " per thread), bytes of shared memory " + number(limits.shared_bytes_of(shape)) + "; an SM has " +
           number(limits.max_warps) + ", " + number(limits.registers) + " and " + number(limits.shared_bytes) +
           " (sm.max_warps, sm.registers, sm.shared_bytes). Launch smaller blocks or configure larger SMs";
}

}  // namespace heddle
