#include "lsu/coalescer.h"

#include <algorithm>
#include <cstring>

#include "base/gpu_access.h"

namespace heddle {
namespace {

LaneMask lanes_of_line(const LaneAccess& access, LaneMask left, std::uint64_t line) {
    std::uint8_t same[warp_lanes];
    for (unsigned lane = 0; lane < warp_lanes; ++lane) same[lane] = access.address[lane] / line_bytes == line;
    LaneMask lanes = 0;
    for (unsigned lane = 0; lane < warp_lanes; ++lane) lanes |= LaneMask{same[lane]} << lane;
    return lanes & left;
}

LaneMask without_repeated_elements(const LaneAccess& access, LaneMask lanes) {
    LaneMask kept = 0;
    std::uint64_t bytes_taken[line_bytes / 64] = {};
    for (LaneMask rest = lanes; rest; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
        const unsigned byte = access.address[lane] % line_bytes;
        std::uint64_t& taken = bytes_taken[byte / 64];
        if (taken >> (byte % 64) & 1) continue;
        taken |= std::uint64_t{1} << (byte % 64);
        kept |= LaneMask{1} << lane;
    }
    return kept;
}

// Lane l stands at line_data[l * size - first * size]: all lanes of the group in one run of consecutive bytes.
bool is_run(const LaneAccess& access, const LineGroup& group) {
    if (group.gaps) return false;
    const unsigned first = static_cast<unsigned>(__builtin_ctz(group.lanes));
    const unsigned count = static_cast<unsigned>(__builtin_popcount(group.lanes));
    if (group.bytes != count * access.access_bytes || access.address[first] != group.address) return false;
    const LaneMask run = (count == warp_lanes ? all_lanes : (LaneMask{1} << count) - 1) << first;
    if (group.lanes != run) return false;
    for (unsigned lane = first + 1; lane < first + count; ++lane)
        if (access.address[lane] != access.address[lane - 1] + access.access_bytes) return false;
    return true;
}

}  // namespace

LineGroup next_line_group(const LaneAccess& access, LaneMask left, bool unique) {
    const std::uint64_t line = access.address[static_cast<unsigned>(__builtin_ctz(left))] / line_bytes;
    LineGroup group;
    group.lanes = lanes_of_line(access, left, line);
    if (unique) group.lanes = without_repeated_elements(access, group.lanes);
    // Bytes asked for, as two words of 64: spans, gaps and words all follow from them.
    std::uint64_t asked[2] = {};
    const unsigned size = access.access_bytes;
    const std::uint64_t element = (std::uint64_t{1} << size) - 1;
    for (LaneMask rest = group.lanes; rest; rest &= rest - 1) {
        const unsigned byte = access.address[static_cast<unsigned>(__builtin_ctz(rest))] % line_bytes;
        asked[byte / 64] |= element << (byte % 64);
    }
    const unsigned first = asked[0] ? static_cast<unsigned>(__builtin_ctzll(asked[0]))
                                    : 64 + static_cast<unsigned>(__builtin_ctzll(asked[1]));
    const unsigned last = asked[1] ? 127 - static_cast<unsigned>(__builtin_clzll(asked[1]))
                                   : 63 - static_cast<unsigned>(__builtin_clzll(asked[0]));
    group.address = line * line_bytes + first;
    group.bytes = last - first + 1;
    group.gaps = static_cast<unsigned>(__builtin_popcountll(asked[0]) + __builtin_popcountll(asked[1])) != group.bytes;
    for (unsigned word = 0; word < line_bytes / word_bytes; ++word)
        if (asked[word / 16] >> (word % 16 * word_bytes) & 0xF) group.words |= std::uint32_t{1} << word;
    return group;
}

unsigned first_misaligned_lane(const LaneAccess& access) {
    const std::uint64_t low = access.access_bytes - 1u;
    std::uint64_t any = 0;
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
        any |= (access.active >> lane & 1) ? access.address[lane] & low : 0;
    if (!any) return warp_lanes;
    unsigned lane = 0;
    while (!(access.active >> lane & 1) || !(access.address[lane] & low)) ++lane;
    return lane;
}

void gather_from_lanes(const LaneAccess& access, const std::uint8_t* lane_data, const LineGroup& group,
                       std::uint8_t* line_data, std::uint8_t* enables) {
    const unsigned size = access.access_bytes;
    if (is_run(access, group)) {
        std::memcpy(line_data, &lane_data[static_cast<unsigned>(__builtin_ctz(group.lanes)) * size], group.bytes);
        if (enables) std::memset(enables, 0xFF, group.bytes);
        return;
    }
    if (enables) std::memset(enables, 0, group.bytes);
    for (LaneMask rest = group.lanes; rest; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
        const std::uint64_t offset = access.address[lane] - group.address;
        std::memcpy(&line_data[offset], &lane_data[lane * size], size);
        if (enables) std::memset(&enables[offset], 0xFF, size);
    }
}

void scatter_to_lanes(LaneAccess& access, const LineGroup& group, const std::uint8_t* line_data) {
    const unsigned size = access.access_bytes;
    if (is_run(access, group)) {
        std::memcpy(&access.data[static_cast<unsigned>(__builtin_ctz(group.lanes)) * size], line_data, group.bytes);
        return;
    }
    for (LaneMask rest = group.lanes; rest; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
        const std::uint8_t* source = &line_data[access.address[lane] - group.address];
        if (size == 4)
            std::memcpy(&access.data[lane * 4], source, 4);
        else
            std::memcpy(&access.data[lane * size], source, size);
    }
}

}  // namespace heddle
