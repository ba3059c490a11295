// The statistics of a WarpPool load/store unit beyond those of every load/store unit (MECHANISMS 2.8).
#pragma once

#include <numeric>

#include "heddle/base/counter.h"
#include "heddle/lsu/pool/warppool/warppool_parameters.h"
#include "heddle/lsu/pool/warppool/warppool_tally.h"

namespace heddle {

struct WarpPoolCounters {
    WarpPoolCounters(Block& unit, const WarpPoolParameters& parameters)
        : owner(unit),
          iq_occupancy_cycles(unit, "iq_occupancy_cycles", "instruction-cycles",
                              "by instruction queue: sum over its instructions, time in the queue",
                              parameters.instruction_queues),
          slots_per_request(unit, "slots_per_request", "requests", "load requests by the number of loads they serve",
                            parameters.slots_per_tag + 1) {}

    Block& owner;
    Counter iq_full_cycles{owner, "iq_full_cycles", "cycles", "an instruction waits outside because its queue is full"};

    Counter lines_emitted{owner, "lines_emitted", "requests", "line requests that the coalescers made"};
    Counter stall_tag_cycles{owner, "stall_tag_cycles", "coalescer-cycles", "no free tag in the inter-warp queue"};
    Counter stall_slot_cycles{owner, "stall_slot_cycles", "coalescer-cycles",
                              "the line's slots are taken and no tag is free"};
    Counter stall_conflict_cycles{owner, "stall_conflict_cycles", "coalescer-cycles",
                                  "another coalescer used the inter-warp queue in this cycle"};
    Counter stall_map_cycles{owner, "stall_map_cycles", "coalescer-cycles", "no free entry in the thread map table"};
    Counter stall_store_cycles{owner, "stall_store_cycles", "coalescer-cycles",
                               "a store or atomic waits for loads or for the L1"};

    Counter inserts{owner, "inserts", "requests", "load line requests put into inter-warp queues"};
    Counter merges{owner, "merges", "requests", "of these: joined a line that was waiting"};
    Counter tag_allocations{owner, "tag_allocations", "tags", "of these: got a tag of their own"};
    Counter duplicate_tags{owner, "duplicate_tags", "tags", "of these: although the line was waiting, its slots taken"};
    Counter tag_cycles{owner, "tag_cycles", "tag-cycles", "sum over tags: allocation to L1 (residence, occupancy)"};
    Counter max_tags{owner, "max_tags", "tags", "most tags in use at the same time so far"};

    Counter requests_oldest{owner, "requests_oldest", "requests", "load requests sent under the policy oldest"};
    Counter requests_warp_id{owner, "requests_warp_id", "requests", "load requests sent under the policy warp_id"};
    Counter stores_sent{owner, "stores_sent", "requests", "line requests of stores, atomics and plain accesses sent"};
    Counter policy_toggles{owner, "policy_toggles", "events", "times the policy was changed"};

    Counter map_consecutive{owner, "map_consecutive", "requests", "load line requests with the pattern consecutive"};
    Counter map_broadcast{owner, "map_broadcast", "requests", "load line requests with the pattern broadcast"};
    Counter map_single{owner, "map_single", "requests", "load line requests with the pattern single"};
    Counter map_range{owner, "map_range", "requests", "load line requests with the pattern range"};
    Counter map_long_range{owner, "map_long_range", "requests", "of these: ranges that 10 bits do not hold"};
    Counter map_other{owner, "map_other", "requests", "load line requests that took an entry of the thread map table"};
    Counter map_entry_cycles{owner, "map_entry_cycles", "entry-cycles", "sum over entries of the table: time in use"};
    Counter max_map_entries{owner, "max_map_entries", "entries", "most entries in use at the same time so far"};
    Counter max_metadata_slots{owner, "max_metadata_slots", "slots",
                               "most slots of the MSHR metadata table in use at the same time so far"};

    Counter loads_written_back{owner, "loads_written_back", "requests", "load line requests written to registers"};
    Counter write_back_full_cycles{owner, "write_back_full_cycles", "cycles", "the write-back queue was full"};

    // The histograms come last, so that the counters fill few lines of the host's cache.
    Histogram iq_occupancy_cycles;
    Histogram slots_per_request;
    Histogram quantum_miss_percent{owner, "quantum_miss_percent", "quanta",
                                   "quanta by the miss rate of the L1 in percent", 101};

    // Adds and clears the tally, whose requests were all sent under the same policy. Returns their number.
    std::uint64_t take(WarpPoolTally& tally, bool warp_id) {
        const std::uint64_t placed = std::accumulate(tally.placed.begin(), tally.placed.end(), std::uint64_t{0});
        lines_emitted += placed;
        inserts += placed;
        merges += tally.merged;
        tag_allocations += placed - tally.merged;
        for (unsigned type = 0; type < mapping_types; ++type) *by_type_[type] += tally.placed[type];
        const std::uint64_t sent = std::accumulate(tally.sent.begin(), tally.sent.end(), std::uint64_t{0});
        (warp_id ? requests_warp_id : requests_oldest) += sent;
        for (unsigned loads = 1; loads < tally.sent.size(); ++loads)
            if (tally.sent[loads]) slots_per_request.add(loads, tally.sent[loads]);
        loads_written_back += tally.written_back;
        tally = {};
        return sent;
    }
    static void raise_to(Counter& maximum, std::uint64_t value) {
        if (value > maximum.value()) maximum += value - maximum.value();
    }

private:
    const std::array<Counter*, mapping_types> by_type_{&map_consecutive, &map_broadcast, &map_single, &map_range,
                                                       &map_other};
};

}  // namespace heddle
