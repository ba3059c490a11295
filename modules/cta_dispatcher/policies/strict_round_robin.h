#pragma once

#include "heddle/cta_dispatcher/policies/slot_order.h"

namespace heddle {

// rr (MECHANISMS 4.2): CTA u always runs on SM u mod M, as redirection assumes. The fill goes for each slot over the
// SMs; an SM in which a CTA ended gets the next of its own, and waits for no other SM.
class StrictRoundRobin final : public CtaPolicy {
public:
    void begin(const MachineShape& machine, const GridShape& grid, unsigned slots_per_sm) override {
        ctas_ = grid.ctas();
        next_of_.resize(machine.sms());
        for (unsigned sm = 0; sm < machine.sms(); ++sm) next_of_[sm] = sm;
        order_.begin(std::uint64_t{slots_per_sm} * machine.sms());
    }

    CtaDecision next(const std::vector<unsigned>& free_slots) override {
        const auto sms = static_cast<unsigned>(next_of_.size());
        const auto sm =
            order_.next([&](std::uint64_t turn) { return static_cast<unsigned>(turn % sms); },
                        [&](unsigned candidate) { return free_slots[candidate] > 0 && next_of_[candidate] < ctas_; });
        if (!sm) return {};
        const auto cta = static_cast<std::uint32_t>(next_of_[*sm]);
        next_of_[*sm] += sms;
        return Placement{*sm, cta};
    }

    void retired(unsigned sm, std::uint32_t) override { order_.freed(sm); }

private:
    std::uint32_t ctas_ = 0;
    std::vector<std::uint64_t> next_of_;  // by SM
    SlotOrder order_;
};

}  // namespace heddle
