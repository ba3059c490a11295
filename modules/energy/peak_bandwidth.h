// The bandwidth of all L1s together, as the dc-l1 paper prints it (table I, MECHANISMS 5.3) and as the clocks have it.
// Plain C++.
#pragma once

#include "heddle/base/geometry.h"
#include "heddle/base/parameters.h"
#include "heddle/base/ratio.h"

namespace heddle {

// How the cores reach their L1s.
struct L1Reach {
    unsigned caches = 80;
    bool by_network = false;  // false: a cache is part of its core and gives a line per core cycle
    unsigned flit_bytes = 32;
    double network_mhz = 700;
    double printed_mhz = 700;  // the clock that the paper calls "1x": a boosted network counts as so many times more
    double core_mhz = 1400;
};

struct PeakBandwidth {
    double bytes_per_cycle = 0;
    double drop = 1;  // against `cores` caches that are part of their cores
};

// The paper counts a cycle of the network as a cycle of the cores: a line of 128 B in flits of 32 B takes 4 cycles.
// Only a boost of the network's clock shows.
[[nodiscard]] inline PeakBandwidth printed_peak_bandwidth(const L1Reach& reach, unsigned cores) {
    const double flits = static_cast<double>((line_bytes + reach.flit_bytes - 1) / reach.flit_bytes);
    const double per_cache = reach.by_network ? line_bytes / flits * ratio(reach.network_mhz, reach.printed_mhz)
                                              : static_cast<double>(line_bytes);
    const double peak = reach.caches * per_cache;
    return {peak, ratio(1.0 * cores * line_bytes, peak)};
}

// MECHANISMS 5.8 item 1: at 700 MHz against 1400 MHz the same line takes 8 core cycles. A node gives at most one line
// per core cycle, however fast its network is.
[[nodiscard]] inline PeakBandwidth clock_true_peak_bandwidth(const L1Reach& reach, unsigned cores) {
    const double flits = static_cast<double>((line_bytes + reach.flit_bytes - 1) / reach.flit_bytes);
    double lines_per_cycle = reach.by_network ? ratio(reach.network_mhz, flits * reach.core_mhz) : 1;
    if (lines_per_cycle > 1) lines_per_cycle = 1;
    const double peak = reach.caches * lines_per_cycle * line_bytes;
    return {peak, ratio(1.0 * cores * line_bytes, peak)};
}

}  // namespace heddle
