// What goes into the lookup of an L1 and what comes out of it, as plain data. A block is what an MSHR entry stands for:
// a line, or a sector where the cache has sectors.
#pragma once

#include "heddle/base/cycle.h"
#include "heddle/cache/sectors.h"

namespace tlm {
class tlm_generic_payload;
}

namespace heddle {

using Payload = tlm::tlm_generic_payload;

enum class L1RequestKind : std::uint8_t {
    unknown,   // the head of the queue has not been looked up yet
    load,      // looks the cache up
    passing,   // goes to the L2: a store, an atomic, or a load that bypasses the L1
    no_access  // moves no bytes or cannot be served: it gets a response without a lookup
};

struct L1Request {
    L1RequestKind kind;
    std::uint64_t address;    // of the first byte; this and the rest matter for loads only
    unsigned bytes;           // all inside one line
    std::uint32_t word_mask;  // the words of the line that lanes asked for; 0 if that is not known
    unsigned parts = 1;       // of a passing request: the requests to the L2 that it becomes
};

// What a request is and, if it is a load, in which state its blocks are. This can only change with the request's line,
// or with another line of its set where fills take a way.
struct L1Found {
    L1RequestKind kind = L1RequestKind::unknown;
    SectorGeometry::Mask there = 0, in_flight = 0, absent = 0;
    bool merge_full = false;  // an MSHR entry of the blocks in flight has no place for another waiting request
    unsigned set = 0, way = 0;
    unsigned victim = 0;  // the way to take, if the line has none and needs one now
    unsigned parts = 1;   // of a passing request
    std::uint64_t line = 0;

    SectorGeometry::Mask missing() const { return in_flight | absent; }
};

// A load that waits for a block. The lookup does not look into the payload.
struct L1Waiter {
    Payload* payload = nullptr;
    unsigned split = 0;      // see L1Splits
    std::uint16_t bank = 0;  // that the response leaves by
    std::uint16_t turn = 0;  // counts the loads that wait; see OldestFirst
};

// One request to the L2: a block or a run of neighbours, and the first of their MSHR entries, which are chained. The
// way is none if it is chosen with the fill. `evicted` says that a line was displaced to make room.
struct L1Fetch {
    std::uint64_t line;
    SectorGeometry::Mask run;
    bool evicted;
    unsigned way, entry;
};

// What has to be sent to the L2 for a load.
struct L1Fetches {
    unsigned count = 0;
    L1Fetch fetch[4];

    void add(const L1Fetch& added) { fetch[count++] = added; }
    const L1Fetch* begin() const { return fetch; }
    const L1Fetch* end() const { return fetch + count; }
};

struct L1Store {
    std::uint64_t address;
    unsigned bytes;
    SectorGeometry::Mask whole;  // blocks that it sets as a whole
};

// What a store or an atomic did to its line.
struct L1StoreEffect {
    SectorGeometry::Mask found = 0;  // blocks that were valid before
    SectorGeometry::Mask kept = 0;   // blocks of `way` that now have to take the store's bytes
    unsigned way = 0;
    bool closed = false;   // a block was in flight and is closed to merging
    bool evicted = false;  // another line was displaced
};

// What a fill did to the cache.
struct L1Installed {
    SectorGeometry::Mask kept = 0;  // blocks of `way` that now have to take the fill's bytes
    unsigned way = 0;
    bool evicted = false;
};

}  // namespace heddle
