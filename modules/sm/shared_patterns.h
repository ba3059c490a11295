// How the lanes of shared-memory accesses lie to each other. A kernel repeats a few patterns with one base after the
// other, so what follows from a pattern is worked out once: the passes through the banks, because moving all lanes by
// the same number of words only renames the banks, and how far the lanes reach. Plain C++.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/lane_access.h"

namespace heddle {

struct SharedPattern {
    unsigned passes = 0;
    // Of the active lanes' addresses, from base_of() on.
    std::int64_t lowest = 0, highest = 0;

    // The address that the others are measured from. That of an inactive lane may lie anywhere.
    static std::uint64_t base_of(const LaneAccess& access) {
        if (access.strided || access.offsets) return access.base;
        return access.address[access.active ? static_cast<unsigned>(__builtin_ctz(access.active)) : 0];
    }
    // Whether all bytes of an access of this pattern lie below `size`.
    bool inside(const LaneAccess& access, std::uint32_t size) const {
        if (lowest > highest) return true;  // no lane is active
        const std::uint64_t base = base_of(access);
        const std::uint64_t first = base + static_cast<std::uint64_t>(lowest);
        const std::uint64_t last = base + static_cast<std::uint64_t>(highest);
        return first <= last && last <= size && last + access.access_bytes <= size;
    }
};

// The patterns seen last, each in the place that a hash gives it.
class SharedPatterns {
public:
    // `passes_of(access)` is asked for a pattern that is not known.
    template <class PassesOf>
    const SharedPattern& of(const LaneAccess& access, PassesOf passes_of) {
        const std::uint64_t base = SharedPattern::base_of(access);
        Known& known = places_[place_of(access, base)];
        if (!known.fits(access, base)) {
            known.learn(access, base);
            known.pattern.passes = passes_of(access);
        }
        return known.pattern;
    }

    // The lists of offsets are those of another kernel from now on.
    void forget() {
        for (Known& known : places_) known.access_bytes = 0;
    }

private:
    struct Known {
        SharedPattern pattern;
        LaneMask active = 0;
        std::uint8_t access_bytes = 0;  // 0: nothing is known
        std::uint8_t offset_in_word = 0;
        bool strided = false;
        std::int64_t stride = 0;
        const LaneOffsets* list = nullptr;                // the front end's, if it has given one
        std::array<std::uint64_t, warp_lanes> offsets{};  // of the active lanes, unless strided or in a list

        bool fits(const LaneAccess& access, std::uint64_t base) const;
        void learn(const LaneAccess& access, std::uint64_t base);
    };
    static constexpr unsigned place_bits = 4;

    static unsigned place_of(const LaneAccess& access, std::uint64_t base);

    std::array<Known, 1u << place_bits> places_{};
};

}  // namespace heddle
