// Every counter and histogram of the simulation, found by one walk over the hierarchy; snapshots of them, and sums by
// kind of block. Counts are stored, ratios are derived from them when something is written.
#pragma once

#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

#include "base/block.h"
#include "base/counter.h"
#include "base/cycle.h"

namespace heddle {

// The counters' values at the end of a core cycle, in the order of Statistics::blocks().
struct Snapshot {
    Cycle cycle = 0;
    sc_core::sc_time time;
    std::vector<std::uint64_t> values;
};

class Statistics {
public:
    // Walks the blocks below `root`; null: the whole simulation. The hierarchy must be complete.
    explicit Statistics(sc_core::sc_object* root = nullptr);

    Snapshot take(Cycle cycle) const;
    static Snapshot difference(const Snapshot& later, const Snapshot& earlier);

    // The sum of a counter over all blocks of a kind (sc_object::kind()); 0 when there is none.
    std::uint64_t sum(const Snapshot& snapshot, const std::string& kind, const std::string& counter) const;
    // Some block of the kind has the counter.
    bool has(const std::string& kind, const std::string& counter) const;
    // How many cycles of their own clock all blocks of a kind had together in the snapshot's time.
    double available_cycles(const Snapshot& snapshot, const std::string& kind) const;
    // The same times the ports on a network's narrower side, which bounds what it can carry in one direction.
    double channel_cycles(const Snapshot& snapshot, const std::string& kind) const;

    const std::vector<Block*>& blocks() const { return blocks_; }

private:
    std::vector<Block*> blocks_;
};

}  // namespace heddle
