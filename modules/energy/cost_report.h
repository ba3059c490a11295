// What a run cost: area and static power of its networks against those of a reference, energies from counted flits and
// accesses. Plain C++.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "heddle/energy/cache_cost.h"
#include "heddle/energy/network_cost.h"

namespace heddle {

// A network with what crossed it.
struct NetworkActivity {
    NetworkShape crossbars;
    std::uint64_t request_flits = 0;  // from inputs to outputs, each counted once
    std::uint64_t reply_flits = 0;    // from outputs to inputs
};

// Caches with what was done in their data arrays: lines read by hits, lines written by fills. A lookup that finds
// nothing reads tags only, which CACTI gives less than 2 % of a read: not counted.
struct CacheActivity {
    CacheShape caches;
    std::uint64_t line_reads = 0;
    std::uint64_t line_writes = 0;
};

struct RunActivity {
    std::vector<NetworkActivity> networks;
    std::vector<CacheActivity> caches;
    NetworkShape reference{{1, 80, 32, 32, noc2_link_mm, false}};  // the network that is compared with
    double seconds = 0;
};

struct CostReport {
    // Against the reference network.
    double noc_area_ratio = 0;
    double noc_static_ratio = 0;
    StaticSplit noc_static_split;  // parts of the reference's static power; they add up to noc_static_ratio

    double noc_static_watts = 0;
    double noc_dynamic_joules = 0;
    double noc_static_joules = 0;
    // Empty where a cache has a size that cache_access_energy() does not cover.
    std::optional<double> cache_dynamic_joules, cache_static_joules;
    double seconds = 0;

    double noc_joules() const { return noc_dynamic_joules + noc_static_joules; }
    // Mean power over the run: the divisor of performance per watt.
    double noc_watts() const { return seconds > 0 ? noc_joules() / seconds : 0; }
    double noc_dynamic_watts() const { return seconds > 0 ? noc_dynamic_joules / seconds : 0; }
};

[[nodiscard]] CostReport cost_of(const RunActivity& run);

}  // namespace heddle
