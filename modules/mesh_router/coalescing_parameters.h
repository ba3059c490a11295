#pragma once

#include <string>

#include "heddle/base/parameters.h"
#include "heddle/mesh_router/merged_table.h"

namespace heddle {

struct CoalescingParameters {
    std::string hold = "none";
    unsigned delay_per_hop = 5;          // MECHANISMS 3.3: Fixed Delay per Hop
    unsigned table_entries = 16;         // MECHANISMS 3.2 [R]
    unsigned max_requests = 32;          // MECHANISMS 3.2 [R]: the DRAM queue's size
    std::string deadline = "first";      // MECHANISMS 3.2 [R]
    unsigned slack_cycles_per_warp = 4;  // chosen: two instructions of a 325 MHz core at 650 MHz

    HoldPolicy policy() const { return hold_policy(hold); }
    bool active() const { return hold != "none"; }
    bool merges() const { return Detector(policy(), delay_per_hop).merges(); }
    MergedTable::Rules rules(const MeshPacketSize& size) const {
        return {Detector(policy(), delay_per_hop), table_entries, max_requests,
                deadline == "max" ? MergedDeadline::max : MergedDeadline::first, size};
    }

    template <class Visitor>
    void visit(Visitor& v) {
        v("hold", hold, "",
          "how long routers hold a read request for others to the same DRAM row: none, dynamic (more near the memory "
          "controller), fixed (the same everywhere), slack (as dynamic, while its SM has other warps to issue); extra "
          "delays every packet and merges none");
        v("delay_per_hop", delay_per_hop, "cycles", "Fixed Delay per Hop: mean hold per router of the way");
        v("table_entries", table_entries, "packets",
          "merged table of each router; a packet that finds it full goes on. Where nothing merges (extra) it has no "
          "limit");
        v("max_requests", max_requests, "requests", "most requests of a Big Packet");
        v("deadline", deadline, "", "when merged packets go on: first (the earlier of their deadlines) or max");
        v("slack_cycles_per_warp", slack_cycles_per_warp, "cycles",
          "slack that a warp which was ready to issue gives to a read request (hold=slack)");
    }
    void validate(const std::string& key) const {
        require_one_of(hold, hold_policy_names, key + ".hold");
        require_range(delay_per_hop, 0U, 1000U, key + ".delay_per_hop");
        require_range(table_entries, 1U, 1024U, key + ".table_entries");
        require_range(max_requests, 1U, 1024U, key + ".max_requests");
        require_one_of(deadline, merged_deadline_names, key + ".deadline");
        require_range(slack_cycles_per_warp, 0U, 1000U, key + ".slack_cycles_per_warp");
    }
};

}  // namespace heddle
