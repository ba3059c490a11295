#include "lsu/pool/warppool/mapping.h"

#include "base/gpu_access.h"

namespace heddle {
namespace {

// Lane `first` + t wants element t of the line, for every lane of the group.
bool is_consecutive(const LaneAccess& access, const LineGroup& group, unsigned first) {
    const std::uint64_t line = line_of(group.address);
    for (LaneMask rest = group.lanes; rest; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
        if (access.address_of(lane) != line + std::uint64_t{lane - first} * access.access_bytes) return false;
        if (group.run) return true;  // the others follow
    }
    return true;
}

}  // namespace

LaneMask transaction_lanes(unsigned access_bytes, unsigned first_lane) {
    if (access_bytes <= word_bytes) return all_lanes;
    const unsigned lanes = line_bytes / access_bytes;  // 16 of 8 B, 8 of 16 B: one line's worth
    return ((LaneMask{1} << lanes) - 1) << (first_lane / lanes * lanes);
}

Mapping classify_mapping(const LaneAccess& access, const LineGroup& group, LaneMask active, bool strict_ranges) {
    const unsigned size = access.access_bytes, lowest = static_cast<unsigned>(__builtin_ctz(group.lanes));
    const bool whole = group.lanes == active, wide = size > word_bytes;
    const unsigned lanes_per_line = line_bytes / size;
    const unsigned first = wide ? lowest / lanes_per_line * lanes_per_line : 0;
    if (whole && is_consecutive(access, group, first)) return {MappingType::consecutive};
    if (wide) return {MappingType::other};
    if (whole && group.bytes == size) return {MappingType::broadcast};
    if ((group.lanes & (group.lanes - 1)) == 0) return {MappingType::single};
    if (!group.run) return {MappingType::other};
    const bool shifted = group.address % line_bytes != std::uint64_t{lowest} * size;
    if (shifted && strict_ranges) return {MappingType::other};
    return {MappingType::range, shifted};
}

}  // namespace heddle
