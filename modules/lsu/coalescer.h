// The intra-warp coalescer: from the lanes of one instruction to requests of one line each. Plain C++.
#pragma once

#include <cstdint>

#include "heddle/base/geometry.h"
#include "heddle/base/lane_access.h"

namespace heddle {

// The lanes whose accesses go to one line, as the bytes [address, address + bytes) of that line.
struct LineGroup {
    std::uint64_t address = 0;  // the lowest byte accessed
    LaneMask lanes = 0;
    unsigned bytes = 0;       // up to and including the highest byte accessed
    std::uint32_t words = 0;  // the 4-byte words of the line that are accessed
    bool gaps = false;        // some bytes in between are not accessed
    bool run = false;         // consecutive lanes access consecutive bytes: data move in one piece
};

// Whether groups can be found from base and stride alone: a broadcast, consecutive elements for consecutive lanes, or a
// line for each lane. Otherwise the addresses have to be filled in before next_line_group().
inline bool coalesces_by_stride(const LaneAccess& access, bool unique) {
    if (!access.strided || access.active == 0) return false;
    const std::uint64_t stride = static_cast<std::uint64_t>(access.stride), size = access.access_bytes;
    if ((access.base | stride) & (size - 1)) return false;
    if (stride == 0) return !unique;
    if (stride == size) {
        const LaneMask run = access.active >> __builtin_ctz(access.active);
        return (run & (run + 1)) == 0;
    }
    // A line for each lane. Beyond the limit the addresses wrap around, and two lanes could share a line again.
    constexpr std::uint64_t limit = std::uint64_t{1} << 58;
    const std::uint64_t distance = access.stride < 0 ? -stride : stride;
    return distance >= line_bytes && distance < limit;
}

// Takes the next group: the line of the lowest lane in `left`, with every other lane of that line. For atomics
// (`unique`) two lanes of one element are never in one group: they execute one after the other. Lanes are naturally
// aligned, so none crosses a line.
LineGroup next_line_group(const LaneAccess& access, LaneMask left, bool unique);
// The same, not for atomics, but the line with the highest address.
LineGroup highest_line_group(const LaneAccess& access, LaneMask left);

// The first active lane whose address is not a multiple of its size; warp_lanes if there is none.
unsigned first_misaligned_lane(const LaneAccess& access);

// Between lane order and line order, for the lanes of a group. `line_data` starts at group.address.
void gather_from_lanes(const LaneAccess& access, const std::uint8_t* lane_data, const LineGroup& group,
                       std::uint8_t* line_data, std::uint8_t* enables);
void scatter_to_lanes(LaneAccess& access, const LineGroup& group, const std::uint8_t* line_data);

// Where the bytes of a run stand among the lanes' bytes.
inline unsigned run_offset(const LaneAccess& access, const LineGroup& group) {
    return static_cast<unsigned>(__builtin_ctz(group.lanes)) * access.access_bytes;
}

}  // namespace heddle
