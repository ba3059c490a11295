// The intra-warp coalescer: from the lanes of one instruction to requests of one line each. Plain C++.
#pragma once

#include <cstdint>

#include "base/lane_access.h"

namespace heddle {

// The lanes whose accesses go to one line, as the bytes [address, address + bytes) of that line.
struct LineGroup {
    std::uint64_t address = 0;  // the lowest byte asked for
    LaneMask lanes = 0;
    unsigned bytes = 0;       // up to the highest byte asked for
    std::uint32_t words = 0;  // the 4-byte words of the line that are asked for
    bool gaps = false;        // some bytes in between are not asked for
    bool run = false;         // consecutive lanes ask for consecutive bytes: data move in one piece
};

// Whether groups can be found from base and stride alone: a broadcast, consecutive elements for consecutive lanes, or a
// line for each lane.
// Otherwise the addresses have to be filled in before next_line_group().
bool coalesces_by_stride(const LaneAccess& access, bool unique);

// Takes the next group: the line of the lowest lane in `left`, with every other lane of that line. For atomics
// (`unique`) two lanes of one element are never in one group: they execute one after the other. Lanes are naturally
// aligned, so none crosses a line.
LineGroup next_line_group(const LaneAccess& access, LaneMask left, bool unique);

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
