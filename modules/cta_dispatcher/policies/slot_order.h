// In which order slots get their CTAs: first every SM in the order of the initial fill, then the SMs in which CTAs have
// ended, first come first served.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "heddle/cta_dispatcher/policies/cta_policy.h"

namespace heddle {

class SlotOrder {
public:
    // The initial fill has `turns` turns; one launch per cycle means that CTAs may end before the last of them.
    void begin(std::uint64_t turns) {
        turn_ = 0;
        turns_ = turns;
        freed_.clear();
    }
    void freed(unsigned sm) { freed_.push_back(sm); }

    // The next SM in turn that takes(sm); the others are skipped. `sm_of(turn)` is the order of the initial fill. An
    // SM skipped here comes again with its next freed slot, so none is forgotten.
    template <class SmOf, class Takes>
    std::optional<unsigned> next(SmOf sm_of, Takes takes) {
        while (turn_ < turns_) {
            const unsigned sm = sm_of(turn_++);
            if (takes(sm)) return sm;
        }
        while (!freed_.empty()) {
            const unsigned sm = freed_.front();
            freed_.pop_front();
            if (takes(sm)) return sm;
        }
        return std::nullopt;
    }

private:
    std::uint64_t turn_ = 0, turns_ = 0;
    std::deque<unsigned> freed_;
};

// Turns that count slot, then SM of a cluster, then cluster, the last changing fastest.
inline unsigned clusters_in_turn(const MachineShape& machine, std::uint64_t turn) {
    const unsigned cluster = static_cast<unsigned>(turn % machine.clusters);
    const unsigned sm = static_cast<unsigned>(turn / machine.clusters % machine.sms_per_cluster);
    return cluster * machine.sms_per_cluster + sm;
}

}  // namespace heddle
