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
          toggle_percent_(static_cast<std::uint16_t>(toggle_percent)),
          quantum_end_(quantum_cycles),
          quantum_cycles_(quantum_cycles) {}

    // `queues` is not empty.
    unsigned pick(const InterWarpQueues& queues) const {
        return policy_ == Policy::oldest ? queues.oldest() : queues.of_lowest_warp();
    }
    Policy policy() const { return policy_; }

    // Call advance() with the cycle before anything of it is told; before the end of the quantum it does nothing. When
    // a quantum has ended in which the L1 answered: its miss rate in percent, rounded down; otherwise `none`, and
    // nothing changes.
    static constexpr unsigned none = ~0u;
    bool quantum_over(Cycle now) const { return now >= quantum_end_; }
    unsigned advance(Cycle now) {
        if (!quantum_over(now)) return none;
        quantum_end_ = (now / quantum_cycles_ + 1) * quantum_cycles_;
        if (!answers_) return none;
        const std::uint64_t hundredfold = std::uint64_t{misses_} * 100;
        if (adaptive_ && hundredfold > std::uint64_t{answers_} * toggle_percent_) toggle();
        const unsigned percent = static_cast<unsigned>(hundredfold / answers_);
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
    const std::uint16_t toggle_percent_;
    std::uint32_t toggles_ = 0;
    Cycle quantum_end_;
    std::uint32_t answers_ = 0, misses_ = 0;  // in this quantum, in which a cycle has one at most
    const Cycle quantum_cycles_;
};

}  // namespace heddle
