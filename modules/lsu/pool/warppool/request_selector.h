// Which waiting line goes to the L1 next, and when to change one's mind about it (MECHANISMS 2.2.4). Plain C++.
#pragma once

#include <cstdint>
#include <string>

#include "base/cycle.h"
#include "lsu/pool/warppool/inter_warp_queues.h"

namespace heddle {

class RequestSelector {
public:
    enum class Policy : std::uint8_t { oldest, warp_id };

    RequestSelector(const std::string& policy, Cycle quantum_cycles, unsigned toggle_percent)
        : adaptive_(policy == "adaptive"),
          policy_(policy == "warp_id" ? Policy::warp_id : Policy::oldest),
          toggle_percent_(toggle_percent),
          quantum_end_(quantum_cycles),
          quantum_cycles_(quantum_cycles) {}

    // `queues` is not empty.
    unsigned pick(const InterWarpQueues& queues) const {
        return policy_ == Policy::oldest ? queues.oldest() : queues.of_lowest_warp();
    }
    Policy policy() const { return policy_; }

    // Call with the cycle before anything of it is told. When a quantum has ended in which the L1 answered: its miss
    // rate in percent, rounded down; otherwise `none`, and nothing changes.
    static constexpr unsigned none = ~0u;
    unsigned advance(Cycle now) {
        if (now < quantum_end_) return none;
        quantum_end_ = (now / quantum_cycles_ + 1) * quantum_cycles_;
        if (!answers_) return none;
        if (adaptive_ && misses_ * 100 > answers_ * toggle_percent_) toggle();
        const unsigned percent = static_cast<unsigned>(misses_ * 100 / answers_);
        answers_ = misses_ = 0;
        return percent;
    }
    // A load came back from the L1; a line that was on its way counts as missed (MECHANISMS 2.7 item 7).
    void answered(bool missed) {
        ++answers_;
        misses_ += missed;
    }
    std::uint64_t toggles() const { return toggles_; }

private:
    void toggle() {
        policy_ = policy_ == Policy::oldest ? Policy::warp_id : Policy::oldest;
        ++toggles_;
    }

    const bool adaptive_;
    Policy policy_;
    const unsigned toggle_percent_;
    Cycle quantum_end_;
    std::uint64_t answers_ = 0, misses_ = 0;
    const Cycle quantum_cycles_;
    std::uint64_t toggles_ = 0;
};

}  // namespace heddle
