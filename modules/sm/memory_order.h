// Which memory instructions may go to a load/store unit that does not keep them in order itself (MECHANISMS 2.2.7), and
// for which its instruction queues have room. Plain C++.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/lsu_messages.h"

namespace heddle {

class MemoryOrder {
public:
    // in_order_unit: the unit keeps all in order. in_order_per_warp: only what comes from one warp; barriers and fences
    // have to wait until loads are out of the unit. warppool: nothing; loads of a warp may pass each other, stores may
    // pass nothing.
    enum class Rule : std::uint8_t { in_order_unit, in_order_per_warp, warppool };
    enum class Verdict : std::uint8_t { may_issue, store_behind, load_behind_store, queue_full };
    static constexpr unsigned verdicts = 4;
    static constexpr unsigned max_warps = 64;  // and queues, of which no warp has two

    // No entries: the queues' room is not looked at.
    MemoryOrder(const std::string& rule, unsigned warps, unsigned queues, unsigned queue_entries)
        : rule_(rule == "warppool"            ? Rule::warppool
                : rule == "in_order_per_warp" ? Rule::in_order_per_warp
                                              : Rule::in_order_unit),
          counts_rooms_(queue_entries != 0),
          sharers_(queues, 0) {
        std::fill_n(rooms_.begin(), queues, static_cast<std::uint16_t>(queue_entries));
        for (unsigned warp = 0; warp < warps; ++warp) {
            warps_[warp].queue = static_cast<std::uint8_t>(queue_of_warp(warp, warps, queues));
            sharers_[warps_[warp].queue] |= std::uint64_t{1} << warp;
        }
    }

    // Without, no note of the unit is of interest.
    bool needs_notes() const { return rule_ != Rule::in_order_unit || counts_rooms_; }

    Verdict verdict(unsigned warp, bool load) const {
        const Warp& state = warps_[warp];
        if (rule_ == Rule::warppool && state.instructions && !(load && state.last_was_load))
            return load ? Verdict::load_behind_store : Verdict::store_behind;
        return is_full(state.queue) ? Verdict::queue_full : Verdict::may_issue;
    }
    void issued(unsigned warp, bool load) {
        ++warps_[warp].instructions;
        warps_[warp].last_was_load = load;
        in_unit_ |= std::uint64_t{1} << warp;
        if (counts_rooms_) --rooms_[warps_[warp].queue];
    }
    void left_queue(unsigned warp) {
        if (counts_rooms_) ++rooms_[warps_[warp].queue];
    }
    void left_unit(unsigned warp) {
        if (--warps_[warp].instructions == 0) in_unit_ &= ~(std::uint64_t{1} << warp);
    }

    // The warps with a memory instruction whose lines have not all gone to the L1, as a mask of slots.
    std::uint64_t in_unit() const { return in_unit_; }
    bool is_full(unsigned queue) const { return counts_rooms_ && rooms_[queue] == 0; }
    unsigned queue_of(unsigned warp) const { return warps_[warp].queue; }
    // As a mask of slots.
    std::uint64_t warps_of(unsigned queue) const { return sharers_[queue]; }

private:
    struct Warp {
        std::uint16_t instructions = 0;  // in the unit
        bool last_was_load = false;
        std::uint8_t queue = 0;
    };
    const Rule rule_;
    const bool counts_rooms_;
    std::uint64_t in_unit_ = 0;
    std::array<std::uint16_t, max_warps> rooms_{};  // by queue
    std::array<Warp, max_warps> warps_{};
    std::vector<std::uint64_t> sharers_;  // the warps of each
};

}  // namespace heddle
