// The energy of a run from what was counted in it: E = sum of events x energy of an event + static power x time
// (MECHANISMS 1.7). Plain C++.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/energy/cost_report.h"
#include "heddle/energy/technology.h"

namespace heddle {

// A table that a mechanism adds to the machine, in `count` places.
struct TableActivity {
    std::string name;
    unsigned count = 0;
    unsigned entries = 0, entry_bits = 0;
    bool array =
        false;  // a memory array with lines of 1024 bits; otherwise flip-flops, which are clocked in every cycle
    double bits_read = 0, bits_written = 0;  // in all places together

    double bits() const { return 1.0 * entries * entry_bits; }
};

// What a run did, for its energy.
struct RunEvents {
    double seconds = 0;
    double core_cycles = 0;

    unsigned sms = 0;
    double warp_instructions = 0, thread_instructions = 0;
    double shared_passes = 0;  // accesses, and the further passes that bank conflicts cost

    std::vector<CacheActivity> l1, l2;
    std::vector<NetworkActivity> networks;
    // Routers of a mesh: every hop is a crossing of one of them and of one link.
    std::vector<NetworkActivity> meshes;

    double dram_activates = 0, dram_bytes_read = 0, dram_bytes_written = 0;
    double dram_bytes_per_cycle = 0;  // of all controllers: says how many chips there are

    std::vector<TableActivity> tables;
};

struct TableEnergy {
    std::string name;
    double dynamic_joules = 0, static_joules = 0;
};

// In joules. The first six are what events cost; all static energy stands apart.
struct RunEnergy {
    double core = 0, l1 = 0, noc = 0, l2 = 0, dram = 0, added = 0;
    double static_core = 0, static_l1 = 0, static_noc = 0, static_l2 = 0, static_dram = 0, static_added = 0;
    std::vector<TableEnergy> tables;  // what `added` and `static_added` consist of
    double seconds = 0;

    double dynamic() const { return core + l1 + noc + l2 + dram + added; }
    double static_sum() const { return static_core + static_l1 + static_noc + static_l2 + static_dram + static_added; }
    double total() const { return dynamic() + static_sum(); }
    double watts() const { return seconds > 0 ? total() / seconds : 0; }
};

[[nodiscard]] RunEnergy energy_of(const RunEvents& run, const Technology& technology);

}  // namespace heddle
