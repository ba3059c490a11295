#pragma once

#include <algorithm>
#include <vector>

#include "sm/warp_scheduler/warp_scheduler.h"

namespace heddle {

// Greedy then oldest: stay with a warp until it cannot issue, then take the oldest that can. Age is the order in which
// warps became resident: CTA launch, then warp id (MECHANISMS 0).
class GtoScheduler final : public WarpScheduler {
public:
    void add(unsigned slot) override { by_age_.push_back(slot); }
    void remove(unsigned slot) override {
        by_age_.erase(std::remove(by_age_.begin(), by_age_.end(), slot), by_age_.end());
        if (greedy_ == slot) greedy_ = none;
    }
    unsigned pick(std::uint64_t ready) override {
        if (greedy_ != none && (ready >> greedy_ & 1)) return greedy_;
        for (unsigned slot : by_age_)
            if (ready >> slot & 1) return greedy_ = slot;
        return greedy_ = static_cast<unsigned>(__builtin_ctzll(ready));
    }

private:
    static constexpr unsigned none = ~0u;
    std::vector<unsigned> by_age_;
    unsigned greedy_ = none;
};

}  // namespace heddle
