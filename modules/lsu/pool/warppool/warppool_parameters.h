#pragma once

#include <array>
#include <string>

#include "heddle/base/lsu_traits.h"
#include "heddle/base/parameters.h"

namespace heddle {

// Defaults: MECHANISMS 2.2; the conflicts of the paper's tables are settled as 2.7 says.
struct WarpPoolParameters {
    static constexpr unsigned max_warps = 64, max_coalescers = 8, max_slots = 8;

    unsigned warps = 48;  // warp contexts of the SM; no key, because it follows from sm.max_warps
    unsigned instruction_queues = 16;
    unsigned instruction_queue_entries = 8;
    unsigned coalescers = 2;
    unsigned inter_warp_queues = 32;
    unsigned tags_per_queue = 2;
    unsigned slots_per_tag = 4;
    unsigned thread_map_entries = 8;
    unsigned write_back_entries = 2;
    unsigned write_backs_per_cycle = 1;
    bool write_back_mapped_only = false;
    unsigned pipeline_stages = 6;
    std::string policy = "adaptive";
    unsigned quantum_cycles = 100000;
    unsigned toggle_percent = 99;
    bool store_port = false;
    unsigned store_wait_limit_cycles = 0;
    bool strict_ranges = false;

    template <class Visitor>
    void visit(Visitor& v) {
        v("instruction_queues", instruction_queues, "queues", "instruction queues; the lowest goes first");
        v("instruction_queue_entries", instruction_queue_entries, "instructions", "room in each instruction queue");
        v("coalescers", coalescers, "count", "intra-warp coalescers; each makes one line request per cycle");
        v("inter_warp_queues", inter_warp_queues, "queues", "inter-warp queues, chosen by the hash of the L1's sets");
        v("tags_per_queue", tags_per_queue, "lines", "lines that may wait in one inter-warp queue");
        v("slots_per_tag", slots_per_tag, "requests", "loads that may be merged into one request, the first included");
        v("thread_map_entries", thread_map_entries, "entries", "irregular lane patterns that may be in flight");
        v("write_back_entries", write_back_entries, "responses",
          "responses of the L1 that wait for the register files");
        v("write_backs_per_cycle", write_backs_per_cycle, "loads", "loads whose registers are written in one cycle");
        v("write_back_mapped_only", write_back_mapped_only, "bool",
          "only loads with an entry of the thread map table count in write_backs_per_cycle");
        v("pipeline_stages", pipeline_stages, "stages", "from the instruction queue to the L1, both included");
        v("policy", policy, "name", "which line goes to the L1: oldest, warp_id, or adaptive (switches by miss rate)");
        v("quantum_cycles", quantum_cycles, "cycles", "adaptive: how long the L1's miss rate is measured");
        v("toggle_percent", toggle_percent, "%", "adaptive: a miss rate above this changes the policy");
        v("store_port", store_port, "bool",
          "stores go in cycles in which the L1 cannot serve the load it has; false: only when no load waits");
        v("store_wait_limit_cycles", store_wait_limit_cycles, "cycles",
          "a store that waited longer goes before loads; 0: never");
        v("strict_ranges", strict_ranges, "bool",
          "a lane range counts as one only if it fits 10 bits: lane t wants word t");
    }
    void validate(const std::string& key) const {
        require_range(warps, 1U, max_warps, key + ".warps");
        require(instruction_queues >= 1 && instruction_queues <= warps, key + ".instruction_queues",
                "is " + std::to_string(instruction_queues) +
                    ", must be from 1 to the number of warps that an SM has, " + std::to_string(warps) +
                    " (sm.max_warps)");
        require_range(instruction_queue_entries, 1U, 1024U, key + ".instruction_queue_entries");
        require_range(coalescers, 1U, max_coalescers, key + ".coalescers");
        require_range(inter_warp_queues, 1U, 32U, key + ".inter_warp_queues");
        require_power_of_two(inter_warp_queues, key + ".inter_warp_queues");
        require_range(tags_per_queue, 1U, 64U, key + ".tags_per_queue");
        require_range(slots_per_tag, 1U, max_slots, key + ".slots_per_tag");
        require_range(thread_map_entries, 1U, 4096U, key + ".thread_map_entries");
        require_range(write_back_entries, 1U, 64U, key + ".write_back_entries");
        require_range(write_backs_per_cycle, 1U, 64U, key + ".write_backs_per_cycle");
        require_range(pipeline_stages, 4U, 64U, key + ".pipeline_stages");
        require_one_of(policy, std::array<const char*, 3>{"oldest", "warp_id", "adaptive"}, key + ".policy");
        require_range(quantum_cycles, 1U, 1000000000U, key + ".quantum_cycles");
        require_range(toggle_percent, 0U, 100U, key + ".toggle_percent");
        require_range(store_wait_limit_cycles, 0U, 1000000000U, key + ".store_wait_limit_cycles");
        require(
            !store_port || store_wait_limit_cycles == 0, key + ".store_wait_limit_cycles",
            "is " + std::to_string(store_wait_limit_cycles) + ", but " + key +
                ".store_port is true: there the L1 chooses between loads and stores; set one of them to 0 or false");
    }
    LsuTraits traits() const { return {LsuTraits::Order::unordered, instruction_queues, instruction_queue_entries}; }
};

}  // namespace heddle
