#pragma once

#include "heddle/cta_dispatcher/gpc_map.h"
#include "heddle/cta_dispatcher/policies/global_pool.h"

namespace heddle {

// h200: the order in which an H200 was seen to hand out the CTAs of a first turnaround (tests/cta_dispatcher/
// h200_measured.h). GPCs take turns; in its turn a GPC gets one CTA for each of its SMs, TPC by TPC. TPCs that stand
// apart, four on that GPU, get the first CTAs and then a turn after 5, 11, 17, ... turns of GPCs, so that they are full
// before the others. Afterwards, as everywhere, the next CTA goes to the SM in which a slot came free.
class GpcRoundRobin final : public GlobalPool {
public:
    explicit GpcRoundRobin(const GpcParameters& gpcs) : parameters_(gpcs) {}

protected:
    void prepare_fill() override {
        const GpcMap map(parameters_, machine_);
        const unsigned apart = map.count() - 1, rotating = map.has_apart() ? apart : map.count();
        fill_.clear();
        unsigned apart_rounds = 0;
        const auto turn_of = [&](unsigned gpc) {
            fill_.insert(fill_.end(), map.sms_of(gpc).begin(), map.sms_of(gpc).end());
        };
        const auto turn_apart = [&] {
            if (map.has_apart() && apart_rounds++ < slots_per_sm_) turn_of(apart);
        };
        turn_apart();
        for (unsigned turn = 0; turn < rotating * slots_per_sm_; ++turn) {
            turn_of((parameters_.first + turn) % rotating);
            if ((turn + 2) % parameters_.apart_turns == 0) turn_apart();
        }
        while (map.has_apart() && apart_rounds < slots_per_sm_) turn_apart();
    }
    unsigned sm_of(std::uint64_t turn) const override { return fill_[turn]; }

private:
    const GpcParameters parameters_;
    std::vector<unsigned> fill_;  // the SM of each turn
};

}  // namespace heddle
