// Bits of an address in the text of a parameter. Plain C++.
#pragma once

#include <cstdint>
#include <string>

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

}  // namespace heddle
