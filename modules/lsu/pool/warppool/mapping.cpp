#include "heddle/lsu/pool/warppool/mapping.h"

namespace heddle {
namespace {

// Whether lane `first` + t accesses element t of the line, for every lane of the group.
bool is_consecutive(const LaneAccess& access, const LineGroup& group, unsigned first) {
    const std::uint64_t line = line_of(group.address), size = access.access_bytes;
    if (group.run)  // if the lowest lane does, the others follow
        return group.address == line + (static_cast<unsigned>(__builtin_ctz(group.lanes)) - first) * size;
    for (LaneMask rest = group.lanes; rest; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
        if (access.address_of(lane) != line + (lane - first) * size) return false;
    }
    return true;
}

}  // namespace

Mapping classify_mapping(const LaneAccess& access, const LineGroup& group, LaneMask active, bool strict_ranges) {
    const unsigned size = access.access_bytes, lowest = static_cast<unsigned>(__builtin_ctz(group.lanes));
    const bool whole = group.lanes == active, wide = size > word_bytes;
    if (whole) {
        const unsigned lanes_per_line = line_bytes / size;
        if (is_consecutive(access, group, wide ? lowest / lanes_per_line * lanes_per_line : 0))
            return {MappingType::consecutive};
    }
    if (wide) return {MappingType::other};
    if (whole && group.bytes == size) return {MappingType::broadcast};
    if ((group.lanes & (group.lanes - 1)) == 0) return {MappingType::single};
    if (!group.run) return {MappingType::other};
    const bool shifted = group.address % line_bytes != std::uint64_t{lowest} * size;
    if (shifted && strict_ranges) return {MappingType::other};
    return {MappingType::range, shifted};
}

}  // namespace heddle
