// The storage and power that WarpPool needs per SM beyond the baseline's load/store unit (MECHANISMS 2.3). Plain C++.
#pragma once

#include <array>

#include "heddle/lsu/pool/warppool/warppool_parameters.h"

namespace heddle {

struct StorageRow {
    const char* name;
    unsigned entry_bits;
    unsigned entries;
    double dynamic_mw, static_mw;
    unsigned bytes() const { return (entry_bits * entries + 7) / 8; }
    double total_mw() const { return dynamic_mw + static_mw; }
};

// Instruction queues, coalescers, inter-warp queues, thread map table, MSHR metadata table. The paper gives power for
// its own sizes; for others it is scaled with the bytes.
std::array<StorageRow, 5> warppool_storage(const WarpPoolParameters& parameters, unsigned mshr_entries,
                                           unsigned mshr_merges);

}  // namespace heddle
