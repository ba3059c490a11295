// What an SM has to know of the load/store unit behind it. Plain C++: the unit's parameters give it, the SM reads it.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/base/parameters.h"

namespace heddle {

struct LsuTraits {
    // In which order line requests leave the unit for the L1: as their instructions came; the same, but loads may pass
    // loads and stores of other warps; as they came from each warp, while warps may pass each other; or in any order,
    // even those of one warp. The SM has to keep the rest in order.
    enum class Order : std::uint8_t { in_order, in_order_stores, in_order_per_warp, unordered };

    Order order = Order::in_order;
    // Instruction queues between which the warps are divided (queue_of_warp), and the entries of each. A warp whose
    // queue is full does not issue. 0 entries: the SM does not track their occupancy.
    unsigned instruction_queues = 1;
    unsigned instruction_queue_entries = 0;

    void validate(const std::string& key, unsigned warps) const {
        require_range(instruction_queues, 1u, warps, key + ".instruction_queues");
        require_range(instruction_queue_entries, 0u, 1024u, key + ".instruction_queue_entries");
    }
};

// The instruction queue of a warp: neighbours share one, low warps have low queues (MECHANISMS 2.2.1 [R]).
inline unsigned queue_of_warp(unsigned warp, unsigned warps, unsigned queues) {
    return warp < warps ? warp * queues / warps : queues - 1;
}

}  // namespace heddle
