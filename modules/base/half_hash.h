// An L2 of two halves: to which of them a piece of memory belongs, and its number there. The half is the parity of some
// bits of the address. Two neighbouring regions that differ in the lowest of these bits only are in different halves,
// so that each half has one of every such pair, and its pieces can be numbered without gaps. Plain C++.
#pragma once

#include <cstdint>
#include <string>

namespace heddle {

class HalfHash {
public:
    // `bits`: the numbers of bits of the address, such as 12,13,15; or none. `chunk_bytes`: the size of a piece.
    HalfHash(const std::string& bits, unsigned chunk_bytes, const std::string& key);

    bool is_on() const { return mask_ != 0; }
    // The bits of a piece's index that choose the half.
    std::uint64_t mask() const { return mask_; }
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
