// Shared memory of an SM: bytes of the resident CTAs, and how many passes an access takes through the banks. Plain C++.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/lane_access.h"
#include "heddle/sm/shared_patterns.h"
#include "heddle/stimulus/kernel.h"

namespace heddle {

// What an access of more than a word per lane takes.
enum class WideAccess {
    groups,     // of lanes that together access at most one word per bank, one after the other
    broadcast,  // two neighbouring groups share their passes if each lane and its neighbour, or each lane and the next
                // but one, access the same address
    first_word  // no more than its first words, as in Accel-Sim
};

class SharedMemory {
public:
    SharedMemory(unsigned bytes, unsigned banks, WideAccess wide = WideAccess::groups)
        : bytes_(bytes, 0), banks_(banks), wide_(wide) {}

    // Before the first access of each kernel.
    void begin_kernel() { patterns_.forget(); }
    // Lanes that access different words of one bank need a pass each; lanes that access the same word share one.
    unsigned passes(const LaneAccess& access) const;

    // The access's pattern, with its passes; valid until the next call.
    const SharedPattern& pattern_of(const LaneAccess& access) {
        return patterns_.of(access, [this](const LaneAccess& unknown) { return passes(unknown); });
    }

    // Throws SimulationError if a lane is outside of the CTA's `size` bytes.
    static void check(const LaneAccess& access, const SharedPattern& pattern, std::uint32_t size) {
        if (!pattern.inside(access, size)) report_outside(access, size);
    }
    // Performs a load, store or atomic on the bytes of a CTA, which begin at `base`; check() has passed.
    void move(Operation operation, LaneAccess& access, std::uint32_t base);
    // Both.
    void perform(Operation operation, LaneAccess& access, std::uint32_t base, std::uint32_t size) {
        check(access, pattern_of(access), size);
        move(operation, access, base);
    }
    void clear(std::uint32_t base, std::uint32_t size);

private:
    [[noreturn, gnu::cold]] static void report_outside(const LaneAccess& access, std::uint32_t size);
    void perform_atomics(LaneAccess& access, std::uint32_t base);

    SharedPatterns patterns_;
    std::vector<std::uint8_t> bytes_;
    unsigned banks_;
    WideAccess wide_;
};

}  // namespace heddle
