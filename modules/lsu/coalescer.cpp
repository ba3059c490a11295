#include "heddle/lsu/coalescer.h"

#include <algorithm>
#include <cstring>

namespace heddle {
namespace {

// A bit for each lane, as wide as an address, so that the compiler vectorises the loop below.
struct LaneBits {
    std::uint64_t bit[warp_lanes] = {};
    constexpr LaneBits() {
        for (unsigned lane = 0; lane < warp_lanes; ++lane) bit[lane] = std::uint64_t{1} << lane;
    }
};
constexpr LaneBits lane_bits;

LaneMask lanes_of_line(const LaneAccess& access, LaneMask left, std::uint64_t line) {
    std::uint64_t lanes = 0;
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
        lanes |= -std::uint64_t{access.address[lane] / line_bytes == line} & lane_bits.bit[lane];
    return static_cast<LaneMask>(lanes) & left;
}

// The words of a line that the bytes [first, first + bytes) touch.
std::uint32_t words_of(unsigned first, unsigned bytes) {
    const unsigned low = first / word_bytes, high = (first + bytes - 1) / word_bytes;
    return (~std::uint32_t{0} >> (31 - (high - low))) << low;
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

// How many lanes, `limit` at most, access consecutive elements, from the first one on.
unsigned consecutive(const LaneAccess& access, unsigned first, unsigned limit) {
    const std::uint64_t* const address = &access.address[first];
    const std::uint64_t size = access.access_bytes;
    std::uint64_t next = address[0] + size;
    unsigned count = 1;
    for (; count < limit && address[count] == next; ++count) next += size;
    return count;
}

// One bit per word from one bit per byte.
std::uint32_t any_of_each_word(std::uint64_t bytes) {
    std::uint64_t x = bytes | bytes >> 1;
    x = (x | x >> 2) & 0x1111111111111111;
    x = (x | x >> 3) & 0x0303030303030303;
    x = (x | x >> 6) & 0x000F000F000F000F;
    x = (x | x >> 12) & 0x000000FF000000FF;
    return static_cast<std::uint32_t>((x | x >> 24) & 0xFFFF);
}

// For consecutive elements of consecutive lanes.
void describe_run(const LaneAccess& access, LineGroup& group) {
    const unsigned last = warp_lanes - 1 - static_cast<unsigned>(__builtin_clz(group.lanes));
    group.run = true;
    group.address = access.address[static_cast<unsigned>(__builtin_ctz(group.lanes))];
    group.bytes = static_cast<unsigned>(access.address[last] - group.address) + access.access_bytes;
    group.words = words_of(static_cast<unsigned>(group.address % line_bytes), group.bytes);
}

// For lanes in any order: collects the accessed bytes in two words of 64 bits; span, gaps and words follow from them.
void describe_scattered(const LaneAccess& access, std::uint64_t line, LineGroup& group) {
    std::uint64_t accessed[2] = {};
    const std::uint64_t element = (std::uint64_t{1} << access.access_bytes) - 1;
    for (LaneMask rest = group.lanes; rest; rest &= rest - 1) {
        const unsigned byte = access.address[static_cast<unsigned>(__builtin_ctz(rest))] % line_bytes;
        accessed[byte / 64] |= element << (byte % 64);
    }
    const unsigned first = accessed[0] ? static_cast<unsigned>(__builtin_ctzll(accessed[0]))
                                       : 64 + static_cast<unsigned>(__builtin_ctzll(accessed[1]));
    const unsigned last = accessed[1] ? 127 - static_cast<unsigned>(__builtin_clzll(accessed[1]))
                                      : 63 - static_cast<unsigned>(__builtin_clzll(accessed[0]));
    group.address = line * line_bytes + first;
    group.bytes = last - first + 1;
    group.gaps =
        static_cast<unsigned>(__builtin_popcountll(accessed[0]) + __builtin_popcountll(accessed[1])) != group.bytes;
    group.words = any_of_each_word(accessed[0]) | any_of_each_word(accessed[1]) << 16;
}

// For a stride that coalesces: the address of the first lane says it all.
LineGroup next_strided_group(const LaneAccess& access, LaneMask left) {
    const unsigned first = static_cast<unsigned>(__builtin_ctz(left)), size = access.access_bytes;
    LineGroup group;
    group.address = access.base + static_cast<std::uint64_t>(access.stride) * first;
    const unsigned offset = static_cast<unsigned>(group.address % line_bytes);
    group.lanes = left;
    group.bytes = size;
    group.run = access.stride != 0;
    if (access.stride == size) {  // `left` is a run of lanes
        const unsigned wanted = (warp_lanes - first - static_cast<unsigned>(__builtin_clz(left))) * size;
        const unsigned room = line_bytes - offset;
        group.bytes = wanted;
        if (wanted > room) {
            group.bytes = room;
            group.lanes = ((LaneMask{1} << (room >> __builtin_ctz(size))) - 1) << first;
        }
    } else if (access.stride != 0) {
        group.lanes = left & -left;
    }
    group.words = words_of(offset, group.bytes);
    return group;
}

// The lanes of the line with the highest address, for a positive stride that coalesces.
LaneMask last_line(const LaneAccess& access, LaneMask left) {
    const unsigned last = warp_lanes - 1 - static_cast<unsigned>(__builtin_clz(left));
    if (access.stride != access.access_bytes) return LaneMask{1} << last;
    const std::uint64_t address = access.base + static_cast<std::uint64_t>(access.stride) * last;
    const unsigned before = static_cast<unsigned>(address % line_bytes) / access.access_bytes;
    return before < last ? left >> (last - before) << (last - before) : left;
}

LineGroup listed_group(const LaneAccess& access, LaneMask left, std::uint64_t line, bool unique) {
    LineGroup group;
    group.lanes = lanes_of_line(access, left, line);
    const unsigned first = static_cast<unsigned>(__builtin_ctz(group.lanes));
    if (unique) group.lanes = without_repeated_elements(access, group.lanes);
    const unsigned count = static_cast<unsigned>(__builtin_popcount(group.lanes));
    const LaneMask following = (count == warp_lanes ? all_lanes : (LaneMask{1} << count) - 1) << first;
    if (group.lanes == following && consecutive(access, first, count) == count)
        describe_run(access, group);
    else
        describe_scattered(access, line, group);
    return group;
}

// The lanes from the first of `left` on that follow each other and access consecutive elements of one line.
LaneMask first_run(const LaneAccess& access, LaneMask left) {
    const unsigned first = static_cast<unsigned>(__builtin_ctz(left));
    const LaneMask others = ~(left >> first);
    const unsigned in_a_row = others ? static_cast<unsigned>(__builtin_ctz(others)) : warp_lanes;
    const unsigned room = line_bytes - access.address[first] % line_bytes;
    const unsigned limit = std::min(in_a_row, room >> __builtin_ctz(access.access_bytes));
    const unsigned count = consecutive(access, first, limit);
    return all_lanes >> (warp_lanes - count) << first;
}

// The line with the highest address, run by run.
LineGroup highest_listed_group(const LaneAccess& access, LaneMask left) {
    LineGroup group;
    std::uint64_t highest = 0;
    unsigned runs = 0;
    for (LaneMask rest = left; rest;) {
        const LaneMask run = first_run(access, rest);
        const std::uint64_t line = access.address[static_cast<unsigned>(__builtin_ctz(run))] / line_bytes;
        rest &= ~run;
        if (line < highest) continue;
        if (line > highest) runs = group.lanes = 0;
        highest = line;
        group.lanes |= run;
        ++runs;
    }
    if (runs == 1)
        describe_run(access, group);
    else
        describe_scattered(access, highest, group);
    return group;
}

}  // namespace

// Each constructs the group in the caller's object: a copy would read what was written a moment before in other pieces,
// for which the host stalls.
LineGroup next_line_group(const LaneAccess& access, LaneMask left, bool unique) {
    if (access.strided) return next_strided_group(access, left);
    const std::uint64_t line = access.address[static_cast<unsigned>(__builtin_ctz(left))] / line_bytes;
    return listed_group(access, left, line, unique);
}

LineGroup highest_line_group(const LaneAccess& access, LaneMask left) {
    if (access.strided) return next_strided_group(access, access.stride > 0 ? last_line(access, left) : left);
    return highest_listed_group(access, left);
}

unsigned first_misaligned_lane(const LaneAccess& access) {
    const std::uint64_t low = access.access_bytes - 1u;
    std::uint64_t any = 0;  // inactive lanes included: if zero, no lane is misaligned
    for (unsigned lane = 0; lane < warp_lanes; ++lane) any |= access.address[lane];
    if (!(any & low)) return warp_lanes;
    unsigned lane = 0;
    while (lane < warp_lanes && (!(access.active >> lane & 1) || !(access.address[lane] & low))) ++lane;
    return lane;
}

void gather_from_lanes(const LaneAccess& access, const std::uint8_t* lane_data, const LineGroup& group,
                       std::uint8_t* line_data, std::uint8_t* enables) {
    const unsigned size = access.access_bytes;
    if (group.run) {
        std::memcpy(line_data, &lane_data[run_offset(access, group)], group.bytes);
        if (enables) std::memset(enables, 0xFF, group.bytes);
        return;
    }
    if (enables) std::memset(enables, 0, group.bytes);
    for (LaneMask rest = group.lanes; rest; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
        const std::uint64_t offset = access.address_of(lane) - group.address;
        std::memcpy(&line_data[offset], &lane_data[lane * size], size);
        if (enables) std::memset(&enables[offset], 0xFF, size);
    }
}

void scatter_to_lanes(LaneAccess& access, const LineGroup& group, const std::uint8_t* line_data) {
    const unsigned size = access.access_bytes;
    if (group.run) {
        std::memcpy(&access.data[run_offset(access, group)], line_data, group.bytes);
        return;
    }
    if (access.strided && access.stride == 0 && size == 4) {  // a broadcast; nobody reads the inactive lanes
        std::uint32_t word;
        std::memcpy(&word, line_data, 4);
        for (unsigned lane = 0; lane < warp_lanes; ++lane) std::memcpy(&access.data[lane * 4], &word, 4);
        return;
    }
    for (LaneMask rest = group.lanes; rest; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
        const std::uint8_t* source = &line_data[access.address_of(lane) - group.address];
        if (size == 4)
            std::memcpy(&access.data[lane * 4], source, 4);
        else
            std::memcpy(&access.data[lane * size], source, size);
    }
}

}  // namespace heddle
