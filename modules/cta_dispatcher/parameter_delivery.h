// When each SM has a kernel's parameters. They are constants, of which an SM has none when the kernel starts.
// Plain C++.
#pragma once

#include <algorithm>
#include <vector>

#include "heddle/base/cycle.h"
#include "heddle/cta_dispatcher/gpc_map.h"

namespace heddle {

// With a latency of 0 an SM has the parameters with its first CTA of the kernel.
struct ParameterDeliveryTimes {
    unsigned latency = 0;       // from an SM's first CTA of the kernel
    unsigned gpc_interval = 0;  // from one SM of a GPC to the next
};

class ParameterDelivery {
public:
    ParameterDelivery(const ParameterDeliveryTimes& times, const GpcMap& gpcs, unsigned sms)
        : times_(times), gpcs_(gpcs), asked_(sms), tpc_next_(gpcs.tpcs()), gpc_free_(gpcs.count()) {}

    // None of the SMs has the parameters of the kernel that starts.
    void begin_kernel() {
        if (times_.latency == 0) return;
        std::fill(asked_.begin(), asked_.end(), false);
        std::fill(tpc_next_.begin(), tpc_next_.end(), never);
        std::fill(gpc_free_.begin(), gpc_free_.end(), 0);
    }
    // Called when a CTA is sent to the SM: after how many cycles the SM has the parameters. It asks for them with its
    // first CTA of the kernel; for later ones this is 0. The TPCs of a GPC get them in the order in which they ask, and
    // the SMs of a TPC one right after the other.
    unsigned cycles_until_there(unsigned sm, Cycle now) {
        if (times_.latency == 0 || asked_[sm]) return 0;
        asked_[sm] = true;
        const unsigned tpc = gpcs_.tpc_of(sm);
        Cycle& next = tpc_next_[tpc];
        if (next == never) {
            Cycle& free = gpc_free_[gpcs_.gpc_of(sm)];
            next = std::max(now + times_.latency, free);
            free = next + Cycle{times_.gpc_interval} * gpcs_.sms_of_tpc(tpc);
        }
        const Cycle there = std::max(now + times_.latency, next);
        next = there + times_.gpc_interval;
        return static_cast<unsigned>(there - now);
    }

private:
    const ParameterDeliveryTimes times_;
    const GpcMap gpcs_;
    std::vector<bool> asked_;
    std::vector<Cycle> tpc_next_;  // when the next SM of a TPC gets them; never: the TPC has not asked
    std::vector<Cycle> gpc_free_;
};

}  // namespace heddle
