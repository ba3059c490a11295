// A router in a waveform.
#pragma once

#include "heddle/base/waveform.h"

namespace heddle {

// Masks of ports: bit 0 north, 1 east, 2 south, 3 west, 4 node.
struct MeshRouterSignals {
    explicit MeshRouterSignals(Block& owner)
        : in_flits(owner, "in_flits", 5),
          out_flits(owner, "out_flits", 5),
          buffered_flits(owner, "buffered_flits", 16),
          table_packets(owner, "table_packets", 16),
          merges(owner, "merges", 8),
          released_requests(owner, "released_requests", 8) {}
    Signal in_flits, out_flits;  // ports by which a flit came in, and went to the link
    Signal buffered_flits;       // in the buffers of virtual channels
    Signal table_packets;        // waiting in the merged table
    Signal merges;               // packets merged in this cycle
    Signal released_requests;    // requests of the packets that left the table in this cycle
};

}  // namespace heddle
