#pragma once

#include <deque>

#include "cta_dispatcher/policies/cta_policy.h"

namespace heddle {

// 2lrr, the baseline scheduler of GPGPU-Sim (MECHANISMS 1.2). Initial fill: for each slot, for each SM of a cluster,
// for each cluster. Afterwards the next CTA of the one global pool goes to the SM in which a slot came free, first come
// first served.
class TwoLevelRoundRobin final : public CtaPolicy {
public:
    void begin(const MachineShape& machine, std::uint32_t ctas, unsigned slots_per_sm) override {
        machine_ = machine;
        ctas_ = ctas;
        next_cta_ = 0;
        position_ = 0;
        fill_end_ = std::uint64_t{slots_per_sm} * machine.sms();
        freed_.clear();
    }

    std::optional<Placement> next(const std::vector<unsigned>& free_slots) override {
        if (next_cta_ == ctas_) return std::nullopt;
        while (position_ < fill_end_) {
            const unsigned sm = sm_of(position_++);
            if (free_slots[sm]) return Placement{sm, next_cta_++};
        }
        while (!freed_.empty()) {
            const unsigned sm = freed_.front();
            freed_.pop_front();
            if (free_slots[sm]) return Placement{sm, next_cta_++};  // else the fill has used it
        }
        return std::nullopt;
    }

    void retired(unsigned sm) override { freed_.push_back(sm); }

private:
    // Positions count slot, then SM, then cluster, the last changing fastest.
    unsigned sm_of(std::uint64_t position) const {
        const unsigned cluster = static_cast<unsigned>(position % machine_.clusters);
        const unsigned sm = static_cast<unsigned>(position / machine_.clusters % machine_.sms_per_cluster);
        return cluster * machine_.sms_per_cluster + sm;
    }

    MachineShape machine_;
    std::uint32_t ctas_ = 0, next_cta_ = 0;
    std::uint64_t position_ = 0, fill_end_ = 0;
    std::deque<unsigned> freed_;
};

}  // namespace heddle
