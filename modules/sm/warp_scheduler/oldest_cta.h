#pragma once

#include <algorithm>
#include <array>

#include "heddle/sm/warp_scheduler/warp_scheduler.h"

namespace heddle {

// Greedy, then the oldest CTA: stay with a warp until it cannot issue, then take one of the oldest CTA that has any
// that can. The warps of a CTA take turns, from high slots to low ones. So an H200 does (tests/silicon/warp_race.cu).
class OldestCtaScheduler final : public WarpScheduler {
public:
    OldestCtaScheduler() : WarpScheduler(itself) {}
    void add(unsigned slot, unsigned cta) override {
        const auto end = by_age_.begin() + count_;
        const auto found = std::find_if(by_age_.begin(), end, [cta](const Cta& other) { return other.number == cta; });
        if (found == end) *found = {cta, 0, 0}, ++count_;
        found->warps |= std::uint64_t{1} << slot;
    }
    void remove(unsigned slot) override {
        const std::uint64_t warp = std::uint64_t{1} << slot;
        prefer_no_more(warp);
        const auto end = by_age_.begin() + count_;
        const auto found = std::find_if(by_age_.begin(), end, [warp](const Cta& cta) { return cta.warps & warp; });
        if (found == end || (found->warps &= ~warp)) return;
        std::copy(found + 1, end, found);
        --count_;
    }

private:
    struct Cta {
        unsigned number = 0;
        std::uint64_t warps = 0;
        unsigned last = 0;  // the slot that has issued last
    };
    std::uint64_t choose(std::uint64_t ready) override {
        for (unsigned i = 0; i < count_; ++i) {
            const std::uint64_t warps = ready & by_age_[i].warps;
            if (!warps) continue;
            by_age_[i].last = next(warps, by_age_[i].last);
            return std::uint64_t{1} << by_age_[i].last;
        }
        return ready;
    }
    // The highest below the last, or the highest of all.
    static unsigned next(std::uint64_t warps, unsigned last) {
        const std::uint64_t below = warps & ((std::uint64_t{1} << last) - 1);
        return 63 - static_cast<unsigned>(__builtin_clzll(below ? below : warps));
    }
    unsigned count_ = 0;
    std::array<Cta, 64> by_age_{};  // the oldest first
};

}  // namespace heddle
