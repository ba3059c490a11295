// Bits of an address in the text of a parameter. Plain C++.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/base/divisor.h"
#include "heddle/base/parameters.h"
#include "heddle/base/word_list.h"

namespace heddle {

// The bits that a list such as 12,13,15 names, as a mask. None may be below `lowest`; `reason` says why.
inline std::uint64_t bit_list(const std::string& list, unsigned lowest, const std::string& reason,
                              const std::string& key) {
    std::uint64_t mask = 0;
    for (const std::string& word : words_of(list)) {
        const unsigned bit = is_number(word, 2) ? static_cast<unsigned>(std::stoul(word)) : 64;
        require(bit >= lowest && bit < 64, key,
                "is '" + list + "', expected numbers of bits from " + std::to_string(lowest) + " (" + reason +
                    ") to 63 with commas between them, or none");
        mask |= std::uint64_t{1} << bit;
    }
    return mask;
}

// The same for bits that tell pieces of memory apart, as bits of a piece's index: its address divided by its size.
inline std::uint64_t piece_bit_list(const std::string& list, unsigned piece_bytes, const std::string& key) {
    require(is_power_of_two(piece_bytes), key,
            "is '" + list + "', which needs pieces of a power of two, but they have " + std::to_string(piece_bytes) +
                " bytes");
    const auto piece_bits = static_cast<unsigned>(__builtin_ctz(piece_bytes));
    return bit_list(list, piece_bits, "a piece of memory is never divided", key) >> piece_bits;
}

}  // namespace heddle
