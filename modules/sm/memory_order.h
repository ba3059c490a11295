// Which memory instructions may go to a load/store unit that does not keep them in order itself (MECHANISMS 2.2.7), and
// for which its instruction queues have room. Plain C++.
#pragma once

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

    // No entries: the queues' room is not looked at.
    MemoryOrder(const std::string& rule, unsigned warps, unsigned queues, unsigned queue_entries)
        : rule_(rule == "warppool"            ? Rule::warppool
                : rule == "in_order_per_warp" ? Rule::in_order_per_warp
                                              : Rule::in_order_unit),
          counts_rooms_(queue_entries != 0),
          warps_(warps),
          queues_(queues, Queue{queue_entries, 0}) {
        for (unsigned warp = 0; warp < warps; ++warp) {
            warps_[warp].queue = static_cast<std::uint8_t>(queue_of_warp(warp, warps, queues));
            queues_[warps_[warp].queue].warps |= std::uint64_t{1} << warp;
        }
    }

    // Without, no note of the unit is of interest.
    bool needs_notes() const { return rule_ != Rule::in_order_unit || counts_rooms_; }

    Verdict verdict(unsigned warp, bool load) const {
        const Warp& state = warps_[warp];
        if (rule_ == Rule::warppool && state.in_unit && !(load && state.last_was_load))
            return load ? Verdict::load_behind_store : Verdict::store_behind;
        return is_full(state.queue) ? Verdict::queue_full : Verdict::may_issue;
    }
    void issued(unsigned warp, bool load) {
        ++warps_[warp].in_unit;
        warps_[warp].last_was_load = load;
        if (counts_rooms_) --queues_[warps_[warp].queue].room;
    }
    void left_queue(unsigned warp) {
        if (counts_rooms_) ++queues_[warps_[warp].queue].room;
    }
    void left_unit(unsigned warp) { --warps_[warp].in_unit; }

    // Memory instructions of the warp whose lines have not all gone to the L1.
    unsigned in_unit(unsigned warp) const { return warps_[warp].in_unit; }
    bool is_full(unsigned queue) const { return counts_rooms_ && queues_[queue].room == 0; }
    unsigned queue_of(unsigned warp) const { return warps_[warp].queue; }
    // As a mask of slots.
    std::uint64_t warps_of(unsigned queue) const { return queues_[queue].warps; }

private:
    struct Warp {
        unsigned in_unit = 0;
        bool last_was_load = false;
        std::uint8_t queue = 0;
    };
    struct Queue {
        unsigned room;
        std::uint64_t warps;
    };
    const Rule rule_;
    const bool counts_rooms_;
    std::vector<Warp> warps_;
    std::vector<Queue> queues_;
};

}  // namespace heddle
