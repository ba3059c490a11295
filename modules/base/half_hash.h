// An L2 of two halves: to which of them a piece of memory belongs, and its number there. The half is the parity of some
// bits of the address. Two neighbouring regions that differ in the lowest of these bits only are in different halves,
// so that each half has one of every such pair, and its pieces can be numbered without gaps. Plain C++.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/base/divisor.h"
#include "heddle/base/error.h"
#include "heddle/base/parameters.h"
#include "heddle/base/word_list.h"

namespace heddle {

class HalfHash {
public:
    // `bits`: the numbers of bits of the address, such as 12,13,15; or none. `chunk_bytes`: the size of a piece.
    HalfHash(const std::string& bits, unsigned chunk_bytes, const std::string& key) {
        if (bits == "none") return;
        require(is_power_of_two(chunk_bytes), key,
                "is '" + bits + "', which needs pieces of a power of two, but they have " +
                    std::to_string(chunk_bytes) + " bytes");
        const auto chunk_bits = static_cast<unsigned>(__builtin_ctz(chunk_bytes));
        for (const std::string& word : words_of(bits)) {
            const unsigned bit = is_number(word, 2) ? static_cast<unsigned>(std::stoul(word)) : 0;
            require(bit >= chunk_bits && bit < 64, key,
                    "is '" + bits + "', expected numbers of bits from " + std::to_string(chunk_bits) +
                        " (a piece of memory is never divided) to 63 with commas between them, or none");
            mask_ |= std::uint64_t{1} << (bit - chunk_bits);
        }
        region_bits_ = static_cast<unsigned>(__builtin_ctzll(mask_));
    }

    bool is_on() const { return mask_ != 0; }
    unsigned half(std::uint64_t chunk) const { return static_cast<unsigned>(__builtin_parityll(chunk & mask_)); }
    // Among the pieces of its half.
    std::uint64_t number(std::uint64_t chunk) const {
        const std::uint64_t in_region = (std::uint64_t{1} << region_bits_) - 1;
        return (chunk >> (region_bits_ + 1) << region_bits_) | (chunk & in_region);
    }

private:
    std::uint64_t mask_ = 0;  // of numbers of pieces
    unsigned region_bits_ = 0;
};

}  // namespace heddle
