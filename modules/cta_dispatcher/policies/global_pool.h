// What 2lrr, grr, greedy and h200 share (MECHANISMS 1.2): one pool of CTAs for the whole chip. They differ in the order
// of the initial fill; afterwards the next CTA goes to the SM in which a slot came free.
#pragma once

#include "heddle/cta_dispatcher/policies/slot_order.h"

namespace heddle {

class GlobalPool : public CtaPolicy {
public:
    void begin(const MachineShape& machine, const GridShape& grid, unsigned slots_per_sm) final {
        machine_ = machine;
        slots_per_sm_ = slots_per_sm;
        ctas_ = grid.ctas();
        next_cta_ = 0;
        order_.begin(std::uint64_t{slots_per_sm} * machine.sms());
        prepare_fill();
    }

    CtaDecision next(const std::vector<unsigned>& free_slots) final {
        if (next_cta_ == ctas_) return {};
        const auto sm = order_.next([this](std::uint64_t turn) { return sm_of(turn); },
                                    [&](unsigned candidate) { return free_slots[candidate] > 0; });
        if (!sm) return {};
        return Placement{*sm, next_cta_++};
    }

    void retired(unsigned sm, std::uint32_t) final { order_.freed(sm); }

protected:
    // A kernel begins; machine, slots and CTAs are known.
    virtual void prepare_fill() {}
    // The SM whose turn it is in the initial fill.
    virtual unsigned sm_of(std::uint64_t turn) const = 0;

    MachineShape machine_;
    unsigned slots_per_sm_ = 0;
    std::uint32_t ctas_ = 0;

private:
    std::uint32_t next_cta_ = 0;
    SlotOrder order_;
};

}  // namespace heddle
