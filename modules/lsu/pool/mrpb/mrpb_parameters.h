#pragma once

#include <array>
#include <string>

#include "heddle/base/lsu_traits.h"
#include "heddle/base/parameters.h"

namespace heddle {

// Defaults: MECHANISMS 2.4; `flush` as the WarpPool paper describes it (3.8): "flushing the reordering buffers before a
// store is sent to the cache".
struct MrpbParameters {
    unsigned warp_queues = 48;  // one per warp context of the SM; no key, because it follows from sm.max_warps
    unsigned warp_queue_entries = 8;
    std::string flush = "all";

    template <class Visitor>
    void visit(Visitor& v) {
        v("warp_queue_entries", warp_queue_entries, "requests",
          "room in each warp's queue of line requests; the lowest warp goes first");
        v("flush", flush, "name", "a store waits until all queues are empty (all) or its own warp's is (own)");
    }
    void validate(const std::string& key) const {
        require_range(warp_queues, 1U, 64U, key + ".warp_queues");
        require_range(warp_queue_entries, 1U, 1024U, key + ".warp_queue_entries");
        require_one_of(flush, std::array<const char*, 2>{"own", "all"}, key + ".flush");
    }
    LsuTraits traits() const { return {LsuTraits::Order::in_order_per_warp}; }
};

}  // namespace heddle
