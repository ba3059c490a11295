// Warps whose registers are ready but whose memory instruction is held back, because the load/store unit could reorder
// it or its instruction queue is full; by the reason. Plain C++.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/sm/memory_order.h"

namespace heddle {

class HeldWarps {
public:
    void hold(std::uint64_t warps, MemoryOrder::Verdict why) {
        by_reason_[static_cast<unsigned>(why)] |= warps;
        all_ |= warps;
    }
    void release(std::uint64_t warps) {
        if (!(all_ & warps)) return;
        for (std::uint64_t& held : by_reason_) held &= ~warps;
        all_ &= ~warps;
    }
    std::uint64_t all() const { return all_; }
    std::uint64_t by_reason(unsigned why) const { return by_reason_[why]; }

private:
    std::uint64_t all_ = 0;
    std::array<std::uint64_t, MemoryOrder::verdicts> by_reason_{};
};

}  // namespace heddle
