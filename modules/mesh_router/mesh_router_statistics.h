// What a router counts.
#pragma once

#include "heddle/base/counter.h"
#include "heddle/mesh_router/merged_table.h"
#include "heddle/mesh_router/mesh_shape.h"

namespace heddle {

struct MeshRouterStatistics {
    explicit MeshRouterStatistics(Block& owner)
        : packets(owner, "packets", "packets", "head flits that left, which is packet hops"),
          flits(owner, "flits", "flits", "flits that left, to neighbours and the node"),
          buffered_flit_cycles(owner, "buffered_flit_cycles", "cycles",
                               "flits in the buffers of virtual channels, summed over cycles"),
          output_flits(owner, "output_flits", "flits", "flits by output port: north, east, south, west, node",
                       mesh_ports) {}
    void departed(const Flit& flit, unsigned output) {
        ++flits;
        if (flit.head) ++packets;
        output_flits.add(output);
    }
    Counter packets, flits, buffered_flit_cycles;
    Histogram output_flits;
};

struct CoalescingStatistics {
    CoalescingStatistics(Block& owner, const MergedTable::Rules& rules)
        : candidates(owner, "hold_candidates", "packets", "packets that the detector wanted to hold"),
          held(owner, "held_packets", "packets",
               "packets held in the merged table; the others found it full, or too many requests to their row"),
          hold_cycles(owner, "hold_cycles", "cycles", "hold times granted, summed over the requests of held packets"),
          merges(owner, "merges", "packets", "packets that became part of another here"),
          merged_packets(owner, "merged_packets", "packets",
                         "packets, as injected, that were merged for the first time here"),
          big_packets(owner, "big_packets", "packets", "packets of several requests that left the table"),
          table_packet_cycles(owner, "table_packet_cycles", "cycles", "packets in the table, summed over cycles"),
          grant_held_cycles(owner, "grant_held_cycles", "cycles",
                            "outputs kept for a Big Packet that had nothing to send, summed over outputs"),
          released_requests(owner, "released_requests", "packets", "packets that left the table by number of requests",
                            rules.most_members + 1) {}
    void add(CoalescingTally& tally) {
        candidates += tally.candidates;
        held += tally.held;
        hold_cycles += tally.hold_cycles;
        merges += tally.merges;
        merged_packets += tally.merged_packets;
        tally = {};
    }
    void released(const MeshPacket& packet) {
        released_requests.add(packet.members.size());
        if (packet.members.size() > 1) ++big_packets;
    }
    Counter candidates, held, hold_cycles, merges, merged_packets, big_packets, table_packet_cycles, grant_held_cycles;
    Histogram released_requests;
};

}  // namespace heddle
