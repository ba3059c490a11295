// How fast the hardware launches CTAs: for the whole GPU, for each GPC, TPC and SM. Plain C++.
#pragma once

#include <algorithm>
#include <vector>

#include "heddle/base/cycle.h"
#include "heddle/cta_dispatcher/gpc_map.h"

namespace heddle {

// Intervals of 0 cycles limit nothing.
struct LaunchRateLimits {
    unsigned per_cycle = 1, interval = 1;  // whole GPU: so many CTAs, in one cycle of each interval
    unsigned gpc_interval = 0, sm_interval = 0;
    // In place of gpc_interval, where it is longer, for CTAs that follow others that have ended.
    unsigned gpc_relaunch_interval = 0;
    // A TPC launches one CTA after another: the cycles of one, and of each warp.
    unsigned tpc_cycles = 0, tpc_warp_cycles = 0;
};

class LaunchRate {
public:
    LaunchRate(const LaunchRateLimits& limits, const GpcMap& gpcs, unsigned sms)
        : limits_(limits), gpcs_(gpcs), gpc_free_(gpcs.count()), tpc_free_(gpcs.tpcs()), sm_free_(sms) {}

    // The GPU can launch another CTA in this cycle.
    bool ready(Cycle now) const { return now >= next_ || (now == last_ && taken_ < limits_.per_cycle); }
    // From when on it can, if it cannot in this cycle.
    Cycle next() const { return next_; }
    // One is launched.
    void take(Cycle now) {
        if (now >= next_) taken_ = 0;
        last_ = now;
        next_ = now + limits_.interval;
        ++taken_;
    }
    // The cycle in which a CTA of so many warps, decided on now, goes to its SM: GPC and SM take one after another, in
    // the order of the decisions, and so does the TPC between them, for which no other TPC has to wait. `relaunch`:
    // CTAs of the kernel have ended, so that this one takes the place of another.
    Cycle reserve(unsigned sm, unsigned warps, Cycle now, bool relaunch) {
        const unsigned tpc_cycles = limits_.tpc_cycles + limits_.tpc_warp_cycles * warps;
        const Cycle handed_on = reserve_gpc(sm, now, relaunch);
        if (tpc_cycles == 0) return handed_on;
        Cycle& free = tpc_free_[gpcs_.tpc_of(sm)];
        const Cycle launch = std::max(handed_on, free);
        free = launch + tpc_cycles;
        return launch;
    }

private:
    Cycle reserve_gpc(unsigned sm, Cycle now, bool relaunch) {
        const unsigned gpc_interval =
            relaunch ? std::max(limits_.gpc_interval, limits_.gpc_relaunch_interval) : limits_.gpc_interval;
        if (gpc_interval == 0 && limits_.sm_interval == 0) return now;
        Cycle& gpc_free = gpc_free_[gpcs_.gpc_of(sm)];
        const Cycle launch = std::max({now, gpc_free, sm_free_[sm]});
        gpc_free = launch + gpc_interval;
        sm_free_[sm] = launch + limits_.sm_interval;
        return launch;
    }

    const LaunchRateLimits limits_;
    const GpcMap gpcs_;
    Cycle last_ = 0, next_ = 0;
    unsigned taken_ = 0;
    std::vector<Cycle> gpc_free_, tpc_free_, sm_free_;
};

}  // namespace heddle
