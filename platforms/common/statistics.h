// Every counter and histogram of the simulation, found by one walk over the hierarchy; snapshots of them, and sums by
// kind of block. Counts are stored, ratios are derived from them when something is written.
#pragma once

#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

#include "heddle/base/block.h"
#include "heddle/base/counter.h"
#include "heddle/base/cycle.h"

namespace heddle {

// The counters' values at the end of a core cycle, in the order of Statistics::blocks().
struct Snapshot {
    Cycle cycle = 0;
    sc_core::sc_time time;
    std::vector<std::uint64_t> values;
    bool whole_run = true;  // and not what was counted between two others
};

// What has cycles in which it can be busy.
enum class CyclesOf {
    blocks,
    channels,  // ports on a network's narrower side, which bounds what it can carry in one direction
    inputs,    // ports by which requests enter a block, and replies leave it
    outputs    // ports by which requests leave a block, or whatever a mesh's router sends
};
// How many of them a block has.
double parts(const Block& block, CyclesOf of);

// Which blocks a figure is about: those of a level of the path or of a part of one ("noc", "noc.requests"), of a kind
// (sc_object::kind()), or both. Empty: any.
struct BlockFilter {
    std::string level;
    std::string kind;
    bool matches(const Block& block) const;
};

// The largest value of a counter among the blocks, now; 0 when there is none.
std::uint64_t largest_counter(const BlockFilter& filter, const std::string& counter);

class Statistics {
public:
    // Walks the blocks below `root`; null: the whole simulation. The hierarchy must be complete.
    explicit Statistics(sc_core::sc_object* root = nullptr);

    Snapshot take(Cycle cycle) const;
    static Snapshot difference(const Snapshot& later, const Snapshot& earlier);

    // Where a snapshot has the values of a counter, in all blocks that count it.
    std::vector<std::size_t> places(const BlockFilter& filter, const std::string& counter) const;
    // The sum of a counter over the blocks; 0 when there is none.
    std::uint64_t sum(const Snapshot& snapshot, const BlockFilter& filter, const std::string& counter) const;
    // The counter of the first of the blocks that has it; null when none has.
    const NamedCounter* find(const BlockFilter& filter, const std::string& counter) const;
    bool has(const BlockFilter& filter, const std::string& counter) const { return find(filter, counter) != nullptr; }
    // How many cycles of their own clock the blocks, or their ports, had together in the snapshot's time.
    double available_cycles(const Snapshot& snapshot, const BlockFilter& filter, CyclesOf of = CyclesOf::blocks) const;

    const std::vector<Block*>& blocks() const { return blocks_; }

private:
    std::vector<Block*> blocks_;
};

}  // namespace heddle
