// Addresses as words of a block.
#pragma once

#include <unordered_map>

#include "heddle/stimulus/trace/address_reader.h"

namespace heddle::traces {

class AddressEncoder {
public:
    explicit AddressEncoder(OffsetPatterns& patterns) : patterns_(patterns) {}

    // Writes the words that follow an instruction's first word; returns how they encode the addresses. At least one
    // lane is active.
    AddressWords put(AddressPattern& pattern, LaneMask mask, std::vector<std::uint32_t>& words);

private:
    AddressWords put_offsets(const LaneAddresses& lanes, std::uint64_t base, LaneMask mask,
                             std::vector<std::uint32_t>& words);
    bool find(const LaneOffsets& offsets, std::uint32_t& number);

    OffsetPatterns& patterns_;
    std::unordered_map<std::uint64_t, std::uint32_t> known_;  // by hash
};

}  // namespace heddle::traces
