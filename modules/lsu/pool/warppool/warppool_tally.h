// The most frequent events of a WarpPool load/store unit, counted since its counters were last settled. They share one
// line of the host's cache, whereas the counters themselves fill several. Plain C++.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/host_line.h"
#include "heddle/lsu/pool/warppool/mapping.h"
#include "heddle/lsu/pool/warppool/warppool_parameters.h"

namespace heddle {

struct alignas(host_line_bytes) WarpPoolTally {
    std::array<std::uint32_t, mapping_types> placed{};                    // lines of loads, by pattern
    std::uint32_t merged = 0;                                             // of these
    std::array<std::uint32_t, WarpPoolParameters::max_slots + 1> sent{};  // requests by their number of loads
    std::uint32_t written_back = 0;                                       // loads
};
static_assert(sizeof(WarpPoolTally) == host_line_bytes, "one line of the host's cache");

}  // namespace heddle
