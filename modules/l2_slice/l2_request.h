// What goes into the lookup of an L2 slice and what comes out of it, as plain data.
#pragma once

#include "heddle/base/cycle.h"
#include "heddle/cache/outcome.h"
#include "heddle/cache/sectors.h"

namespace tlm {
class tlm_generic_payload;
}

namespace heddle {

using Payload = tlm::tlm_generic_payload;

// A request to one line; without sectors, the line is the one sector that it touches.
struct L2Request {
    std::uint64_t line = 0;  // number, not address
    unsigned set = 0;
    SectorGeometry::Mask touched = 0;
    SectorGeometry::Mask to_fetch = 0;  // of the touched: not written whole, so they have to be there first
    bool fetches_nothing = false;       // a store for which sectors need not be valid, if they have been stored to
    // An earlier lookup found that the line has no way. While the request waits nobody else gives it one.
    bool known_absent = false;
};

struct L2Decision {
    CacheOutcome outcome = CacheOutcome::miss;
    StallCause stall = StallCause::none;
    SectorGeometry::Mask absent = 0;  // touched sectors that are neither there nor in flight
    SectorGeometry::Mask fetch = 0;   // sectors to ask memory for
    bool waits = false;               // for sectors in flight, or for requests that do
    unsigned way = 0;                 // that has the line, or none
    unsigned victim = 0;              // the way to take, if the line has none
};

// A request that gets a response later. Its latency is counted from `since`, the cycle of its lookup.
struct L2Waiter {
    Payload* payload = nullptr;
    Cycle since = 0;
};

// What serving a request did. Without an MSHR entry the request is executed on the way now, else with the fill.
struct L2Served {
    unsigned way = 0;
    unsigned entry = 0;  // that the request waits in, or none
    bool evicted = false;
    SectorGeometry::Mask writeback = 0;  // dirty sectors of the evicted line, whose bytes are still those of the way
    std::uint64_t evicted_line = 0;
};

}  // namespace heddle
