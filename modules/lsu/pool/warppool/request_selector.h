// Which waiting line goes to the L1 next, and when the policy for that changes (MECHANISMS 2.2.4). Plain C++.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/base/cycle.h"
#include "heddle/lsu/pool/warppool/inter_warp_queues.h"

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

    // To be called in a cycle before its responses are counted. At the end of a quantum with responses of the L1 it
    // returns their miss rate in percent, rounded down, and may change the policy; otherwise it returns `none`.
    static constexpr unsigned none = ~0u;
    bool quantum_over(Cycle now) const { return now >= quantum_end_; }
    unsigned advance(Cycle now) {
        if (!quantum_over(now)) return none;
        quantum_end_ = (now / quantum_cycles_ + 1) * quantum_cycles_;
        if (!responses_) return none;
        const std::uint64_t hundredfold = std::uint64_t{misses_} * 100;
        if (adaptive_ && hundredfold > std::uint64_t{responses_} * toggle_percent_) toggle();
        const unsigned percent = static_cast<unsigned>(hundredfold / responses_);
        responses_ = misses_ = 0;
        return percent;
    }
    // Counts the response to a load; one that was merged with a miss in flight counts as missed (MECHANISMS 2.7 item
    // 7).
    void count_response(bool missed) {
        ++responses_;
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
    std::uint32_t responses_ = 0, misses_ = 0;  // in this quantum, of which each cycle has one response at most
    const Cycle quantum_cycles_;
};

}  // namespace heddle
