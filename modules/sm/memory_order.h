// Which memory instructions may go to a load/store unit that does not keep them in order itself (MECHANISMS 2.2.7), and
// which find a free entry in its instruction queues. Plain C++.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "heddle/base/lsu_traits.h"

namespace heddle {

class MemoryOrder {
public:
    using Order = LsuTraits::Order;
    // What a warp's next memory instruction is held back by: it is a store or atomic and older instructions of the warp
    // are in the unit, it is a load and an older store is, or its instruction queue is full.
    enum class Verdict : std::uint8_t { may_issue, store_behind, load_behind_store, queue_full };
    static constexpr unsigned verdicts = 4;
    static constexpr unsigned max_warps = 64;  // also the limit of queues, because each serves a warp

    MemoryOrder(const LsuTraits& lsu, unsigned warps)
        : order_(lsu.order),
          counts_entries_(lsu.instruction_queue_entries != 0),
          warps_of_queue_(lsu.instruction_queues, 0) {
        std::fill_n(free_entries_.begin(), lsu.instruction_queues,
                    static_cast<std::uint16_t>(lsu.instruction_queue_entries));
        for (unsigned warp = 0; warp < warps; ++warp) {
            warps_[warp].queue = static_cast<std::uint8_t>(queue_of_warp(warp, warps, lsu.instruction_queues));
            warps_of_queue_[warps_[warp].queue] |= std::uint64_t{1} << warp;
        }
    }

    // A unit that keeps stores and atomics behind what came before them, and whose queues are not tracked, never holds
    // a warp back: its notifications can be ignored.
    bool needs_notifications() const {
        return order_ == Order::in_order_per_warp || order_ == Order::unordered || counts_entries_;
    }

    [[nodiscard]] Verdict verdict(unsigned warp, bool load) const {
        const Warp& state = warps_[warp];
        if (order_ == Order::unordered && state.instructions && !(load && state.last_was_load))
            return load ? Verdict::load_behind_store : Verdict::store_behind;
        return is_full(state.queue) ? Verdict::queue_full : Verdict::may_issue;
    }
    void issued(unsigned warp, bool load) {
        ++warps_[warp].instructions;
        warps_[warp].last_was_load = load;
        in_unit_ |= std::uint64_t{1} << warp;
        if (counts_entries_) --free_entries_[warps_[warp].queue];
    }
    void left_queue(unsigned warp) {
        if (counts_entries_) ++free_entries_[warps_[warp].queue];
    }
    void left_unit(unsigned warp) {
        if (--warps_[warp].instructions == 0) in_unit_ &= ~(std::uint64_t{1} << warp);
    }

    // The warps with a memory instruction whose line requests have not all gone to the L1, as a mask of slots.
    std::uint64_t in_unit() const { return in_unit_; }
    bool is_full(unsigned queue) const { return counts_entries_ && free_entries_[queue] == 0; }
    unsigned queue_of(unsigned warp) const { return warps_[warp].queue; }
    // As a mask of slots.
    std::uint64_t warps_of(unsigned queue) const { return warps_of_queue_[queue]; }

private:
    struct Warp {
        std::uint16_t instructions = 0;  // in the unit
        bool last_was_load = false;
        std::uint8_t queue = 0;
    };
    const Order order_;
    const bool counts_entries_;
    std::uint64_t in_unit_ = 0;
    std::array<std::uint16_t, max_warps> free_entries_{};  // by queue
    std::array<Warp, max_warps> warps_{};
    std::vector<std::uint64_t> warps_of_queue_;
};

}  // namespace heddle
