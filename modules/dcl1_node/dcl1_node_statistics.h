// What a DC-L1 node counts (MECHANISMS 5.9). Names that an L1 has too mean the same here.
#pragma once

#include "heddle/base/counter.h"

namespace heddle {

struct Dcl1NodeStatistics {
    explicit Dcl1NodeStatistics(Block& node) : owner(node) {}

    Block& owner;
    Counter accesses{owner, "accesses", "requests", "loads that looked the cache up"};
    Counter hits{owner, "hits", "requests", "loads whose line was there"};
    Counter hits_reserved{owner, "hits_reserved", "requests", "loads whose line was in flight (merged in the MSHR)"};
    Counter merges_same_core{owner, "merges_same_core", "requests", "of these: from the core that had missed"};
    Counter merges_other_core{owner, "merges_other_core", "requests", "of these: from another core"};
    Counter misses{owner, "misses", "requests", "loads that asked the L2 for a line"};
    Counter stores{owner, "stores", "requests", "stores written through"};
    Counter atomics{owner, "atomics", "requests", "atomics passed to the L2"};
    Counter bypasses{owner, "bypasses", "requests", "loads that are not for the L1 and only pass"};
    Counter write_evicts{owner, "write_evicts", "lines", "lines dropped because a store or atomic went to them"};
    Counter closed_misses{owner, "closed_misses", "lines",
                          "outstanding lines closed to merging by a later store or atomic"};
    Counter evictions{owner, "evictions", "lines", "lines displaced by a miss"};
    Counter fills{owner, "fills", "responses", "lines that came from the L2"};
    Counter invalidations{owner, "invalidations", "events", "times the whole cache was dropped (kernel starts)"};
    Counter miss_latency_cycles{owner, "miss_latency_cycles", "cycles", "sum over fills: miss to line"};
    Counter mshr_occupancy_cycles{owner, "mshr_occupancy_cycles", "entry-cycles",
                                  "sum over MSHR entries: miss to the last response"};
    Counter port_busy_cycles{owner, "port_busy_cycles", "cycles",
                             "the cache was accessed: loads, stores, atomics and fills"};
    Counter replies{owner, "replies", "responses", "responses sent to cores"};
    Counter reply_bytes{owner, "reply_bytes", "B", "bytes of data in them"};
    Counter q1_occupancy_cycles{owner, "q1_occupancy_cycles", "entry-cycles", "Q1, from cores: entries in use"};
    Counter q1_full_cycles{owner, "q1_full_cycles", "cycles", "all entries of Q1 were in use"};
    Counter q2_occupancy_cycles{owner, "q2_occupancy_cycles", "entry-cycles", "Q2, to cores: entries in use"};
    Counter q2_full_cycles{owner, "q2_full_cycles", "cycles", "all entries of Q2 were in use"};
    Counter q3_occupancy_cycles{owner, "q3_occupancy_cycles", "entry-cycles", "Q3, to the L2: entries in use"};
    Counter q3_full_cycles{owner, "q3_full_cycles", "cycles", "all entries of Q3 were in use"};
    Counter q4_occupancy_cycles{owner, "q4_occupancy_cycles", "entry-cycles", "Q4, from the L2: entries in use"};
    Counter q4_full_cycles{owner, "q4_full_cycles", "cycles", "all entries of Q4 were in use"};
};

}  // namespace heddle
