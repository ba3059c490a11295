// The pattern by which lanes access the words of a line; all but one need no entry of the thread map table (MECHANISMS
// 2.2.5). Plain C++.
#pragma once

#include "heddle/base/geometry.h"
#include "heddle/base/lane_access.h"
#include "heddle/lsu/coalescer.h"

namespace heddle {

enum class MappingType : std::uint8_t { consecutive, broadcast, single, range, other };
constexpr unsigned mapping_types = 5;

struct Mapping {
    MappingType type = MappingType::other;
    // A range that the paper's 10 bits do not hold, because its lanes and words are shifted (2.7 item 3).
    bool long_range = false;
};

// The lanes of one transaction: all, or the half or quarter warp that a wide access is split into (2.7 item 10).
inline LaneMask transaction_lanes(unsigned access_bytes, unsigned first_lane) {
    if (access_bytes <= word_bytes) return all_lanes;
    const unsigned lanes = line_bytes / access_bytes;  // 16 of 8 B, 8 of 16 B: one line's worth
    return ((LaneMask{1} << lanes) - 1) << (first_lane / lanes * lanes);
}

// `group` is one line of a transaction whose active lanes are `active`. With `strict_ranges` a range has to fit 10
// bits.
Mapping classify_mapping(const LaneAccess& access, const LineGroup& group, LaneMask active, bool strict_ranges);

}  // namespace heddle
