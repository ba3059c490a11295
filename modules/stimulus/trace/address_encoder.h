// Addresses as words of a block.
#pragma once

#include <unordered_map>

#include "heddle/stimulus/trace/address_reader.h"

namespace heddle::traces {

class AddressEncoder {
public:
    explicit AddressEncoder(OffsetPatterns& patterns) : patterns_(patterns) {}

    struct Encoded {
        AddressWords kind = AddressWords::none;
        std::uint32_t argument = 0;  // for the path, if the kind has one
    };
    static void put_two(std::uint64_t value, std::vector<std::uint32_t>& words) {
        words.push_back(static_cast<std::uint32_t>(value));
        words.push_back(static_cast<std::uint32_t>(value >> 32));
    }
    // Appends the words that the instruction takes. At least one lane is active.
    Encoded put(AddressPattern& pattern, LaneMask mask, std::vector<std::uint32_t>& words);

private:
    Encoded put_offsets(const LaneAddresses& lanes, std::uint64_t base, LaneMask mask,
                        std::vector<std::uint32_t>& words);
    bool find(const LaneOffsets& offsets, std::uint32_t& number);

    OffsetPatterns& patterns_;
    std::unordered_map<std::uint64_t, std::uint32_t> known_;  // by hash
};

}  // namespace heddle::traces
