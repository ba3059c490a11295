#include "heddle/sm/shared_patterns.h"

#include <algorithm>

#include "heddle/base/bank_passes.h"

namespace heddle {
namespace {

constexpr std::uint64_t bank_word = bank_word_bytes;
// Further than any shared memory reaches, and so near that a sum with an address in one does not overflow.
constexpr std::int64_t far_away = std::int64_t{1} << 40;

}  // namespace

// Inactive lanes have no addresses, so they must not take part.
unsigned SharedPatterns::place_of(const LaneAccess& access, std::uint64_t base) {
    const auto offset = [&](unsigned lane) { return access.address[lane] - base; };
    std::uint64_t key = access.active;
    if (access.strided)
        key = static_cast<std::uint64_t>(access.stride);
    else if (access.offsets)
        key = reinterpret_cast<std::uintptr_t>(access.offsets);
    else if (access.active == all_lanes)
        key = offset(1) + 5 * offset(warp_lanes / 2) + 11 * offset(warp_lanes - 1);
    return static_cast<unsigned>((key + access.access_bytes) * 0x9e3779b97f4a7c15 >> (64 - place_bits));
}

bool SharedPatterns::Known::fits(const LaneAccess& access, std::uint64_t base) const {
    if (active != access.active || access_bytes != access.access_bytes) return false;
    if (strided != access.strided || list != access.offsets) return false;
    if (offset_in_word != base % bank_word) return false;
    if (strided) return stride == access.stride;
    if (list) return true;
    std::uint64_t different = 0;
    if (active == all_lanes) {
        for (unsigned lane = 0; lane < warp_lanes; ++lane) different |= (access.address[lane] - base) ^ offsets[lane];
        return different == 0;
    }
    for (LaneMask left = active; left && !different; left &= left - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
        different = (access.address[lane] - base) ^ offsets[lane];
    }
    return different == 0;
}

void SharedPatterns::Known::learn(const LaneAccess& access, std::uint64_t base) {
    active = access.active;
    access_bytes = access.access_bytes;
    offset_in_word = static_cast<std::uint8_t>(base % bank_word);
    strided = access.strided;
    stride = access.stride;
    list = access.offsets;
    pattern.lowest = far_away;
    pattern.highest = -far_away;
    for (LaneMask left = active; left; left &= left - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
        offsets[lane] = access.address_of(lane) - base;
        const auto offset = static_cast<std::int64_t>(offsets[lane]);
        pattern.lowest = std::min(pattern.lowest, std::max(offset, -far_away));
        pattern.highest = std::max(pattern.highest, std::min(offset, far_away));
    }
}

}  // namespace heddle
