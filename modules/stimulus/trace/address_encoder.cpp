#include "heddle/stimulus/trace/address_encoder.h"

#include <algorithm>
#include <limits>

namespace heddle::traces {
namespace {

bool fits_32_bits(std::int64_t value) {
    return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
}

std::uint64_t hash_of(const LaneOffsets& offsets) {
    std::uint64_t hash = 0;
    for (const std::uint32_t offset : offsets) hash = (hash ^ offset) * 0x9e3779b97f4a7c15 + (hash >> 32);
    return hash;
}

}  // namespace

AddressEncoder::Encoded AddressEncoder::put(AddressPattern& pattern, LaneMask mask, std::vector<std::uint32_t>& words) {
    if (pattern.strided && fits_32_bits(pattern.step)) {
        // The address that lane 0 would have, so that the reader does not have to find the first active lane.
        const auto lane = static_cast<unsigned>(__builtin_ctz(mask));
        put_two(pattern.first - static_cast<std::uint64_t>(pattern.step) * lane, words);
        return {AddressWords::strided, static_cast<std::uint32_t>(pattern.step)};
    }
    pattern.list(mask);
    const LaneAddresses& lanes = pattern.lanes;
    const auto [least, most] = std::minmax_element(lanes.address, lanes.address + lanes.count);
    if (*most - *least <= std::numeric_limits<std::uint32_t>::max()) return put_offsets(lanes, *least, mask, words);
    for (unsigned i = 0; i < lanes.count; ++i) put_two(lanes.address[i], words);
    return {AddressWords::list};
}

AddressEncoder::Encoded AddressEncoder::put_offsets(const LaneAddresses& lanes, std::uint64_t base, LaneMask mask,
                                                    std::vector<std::uint32_t>& words) {
    LaneOffsets offsets{};
    const std::uint64_t* address = lanes.address;
    for (LaneMask left = mask; left != 0; left &= left - 1)
        offsets[static_cast<unsigned>(__builtin_ctz(left))] = static_cast<std::uint32_t>(*address++ - base);
    put_two(base, words);
    std::uint32_t number;
    if (find(offsets, number)) return {AddressWords::scattered, number};
    for (LaneMask left = mask; left != 0; left &= left - 1)
        words.push_back(offsets[static_cast<unsigned>(__builtin_ctz(left))]);
    return {AddressWords::offsets};
}

// A new pattern is added to the table as long as there is room.
bool AddressEncoder::find(const LaneOffsets& offsets, std::uint32_t& number) {
    const std::uint64_t hash = hash_of(offsets);
    const auto found = known_.find(hash);
    if (found != known_.end()) {
        number = found->second;
        return patterns_[number] == offsets;
    }
    if (patterns_.full()) return false;
    number = patterns_.add(offsets);
    known_.emplace(hash, number);
    return true;
}

}  // namespace heddle::traces
