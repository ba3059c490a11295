#pragma once

#include <algorithm>
#include <array>

#include "heddle/sm/warp_scheduler/warp_scheduler.h"

namespace heddle {

// Greedy then oldest: stay with a warp until it cannot issue, then take the oldest that can. Age is the order in which
// warps became resident: CTA launch, then warp id (MECHANISMS 0).
class GtoScheduler final : public WarpScheduler {
public:
    GtoScheduler() : WarpScheduler(itself) {}
    void add(unsigned slot, unsigned) override { by_age_[count_++] = static_cast<std::uint8_t>(slot); }
    void remove(unsigned slot) override {
        const auto end = by_age_.begin() + count_;
        const auto found = std::find(by_age_.begin(), end, slot);
        if (found == end) return;
        std::copy(found + 1, end, found);
        --count_;
        prefer_no_more(std::uint64_t{1} << slot);
    }

private:
    std::uint64_t choose(std::uint64_t ready) override {
        for (unsigned i = 0; i < count_; ++i)
            if (ready >> by_age_[i] & 1) return std::uint64_t{1} << by_age_[i];
        return ready;
    }

    unsigned count_ = 0;
    std::array<std::uint8_t, 64> by_age_{};  // the oldest first
};

}  // namespace heddle
