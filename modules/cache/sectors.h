// The sectors of a line as bits of a mask: which of them an access touches, and the ranges of bytes they stand for.
#pragma once

#include <algorithm>
#include <cstdint>

#include "heddle/base/geometry.h"

namespace heddle {

// A line of 1 or 4 sectors.
struct SectorGeometry {
    unsigned count;

    using Mask = std::uint8_t;
    unsigned bytes() const { return count == 1 ? line_bytes : sector_bytes; }
    Mask all() const { return static_cast<Mask>((1u << count) - 1); }

    // Sectors numbered through all lines.
    std::uint64_t block(std::uint64_t line, unsigned sector) const { return line * count + sector; }
    std::uint64_t line_of_block(std::uint64_t block) const { return count == 1 ? block : block / 4; }
    unsigned sector_of_block(std::uint64_t block) const { return static_cast<unsigned>(block & (count - 1)); }
    Mask mask_of_block(std::uint64_t block) const { return static_cast<Mask>(1u << sector_of_block(block)); }

    Mask touched(std::uint64_t address, unsigned length) const {
        if (count == 1) return 1;
        const unsigned offset = static_cast<unsigned>(address % line_bytes);
        const unsigned first = offset / sector_bytes, last = (offset + length - 1) / sector_bytes;
        return static_cast<Mask>((2u << last) - (1u << first));
    }
    // Sectors that lie in the range as a whole.
    Mask covered(std::uint64_t address, unsigned length) const {
        const unsigned offset = static_cast<unsigned>(address % line_bytes), size = bytes();
        const unsigned first = (offset + size - 1) / size, end = std::min((offset + length) / size, count);
        return end > first ? static_cast<Mask>((1u << end) - (1u << first)) : Mask{0};
    }
    // The sectors touched, without sectors in between that have none of the words. A word mask without a word in the
    // range says nothing: the whole range is asked for.
    Mask asked(std::uint64_t address, unsigned length, std::uint32_t word_mask) const {
        const Mask range = touched(address, length);
        if ((range & (range - 1)) == 0) return range;
        const Mask asked = static_cast<Mask>(sectors_of_words(word_mask) & range);
        return asked ? asked : range;
    }

    // The shortest range of whole sectors that covers the mask (not empty), as offset and length in the line.
    unsigned first_byte(Mask mask) const { return static_cast<unsigned>(__builtin_ctz(mask)) * bytes(); }
    unsigned range_bytes(Mask mask) const {
        return static_cast<unsigned>(32 - __builtin_clz(mask)) * bytes() - first_byte(mask);
    }
    // The same as a mask.
    static Mask range(Mask mask) {
        return static_cast<Mask>((1u << (32 - __builtin_clz(mask))) - (mask & -static_cast<unsigned>(mask)));
    }
    // The lowest sectors of the mask (not empty) that are a block of 1, 2 or 4 sectors aligned to its size: an access
    // that any memory takes.
    static Mask first_aligned_block(Mask mask) {
        if (mask == 15) return mask;
        const unsigned low = static_cast<unsigned>(__builtin_ctz(mask)), pair = 3u << low;
        return static_cast<Mask>(low % 2 == 0 && (mask & pair) == pair ? pair : 1u << low);
    }
    // The smallest such block that covers the mask (not empty).
    static Mask covering_block(Mask mask) {
        if ((mask & (mask - 1)) == 0) return mask;
        if ((mask & 12) == 0) return 3;
        return (mask & 3) == 0 ? 12 : 15;
    }
    // All sectors of the aligned blocks of `size` sectors (1, 2 or 4) that have one of the mask.
    static Mask whole_blocks(Mask mask, unsigned size) {
        if (size == 4) return mask ? 15 : 0;
        return size == 1 ? mask : static_cast<Mask>(mask | (mask & 5) << 1 | (mask & 10) >> 1);
    }
    // The lowest sectors of the mask (not empty) that are neighbours.
    static Mask first_run(Mask mask) {
        const unsigned low = mask & -static_cast<unsigned>(mask);
        return static_cast<Mask>(mask & ~(mask + low));
    }

private:
    // Of four sectors, those that have one of the words: each byte is folded to its lowest bit, the four bits gathered
    // by a multiplication.
    static std::uint32_t sectors_of_words(std::uint32_t words) {
        words |= words >> 4;
        words |= words >> 2;
        words |= words >> 1;
        return (words & 0x01010101u) * 0x10204080u >> 28;
    }
};

// Of up to four sectors. Hosts without an instruction for it call a function to count bits.
inline unsigned count_sectors(SectorGeometry::Mask mask) {
    constexpr std::uint64_t counts = 0x4332322132212110;  // of mask 0 the lowest digit, of mask 15 the highest
    return static_cast<unsigned>(counts >> mask * 4 & 7);
}

// Calls visit(sector) for each sector of the mask, the lowest first.
template <class Visit>
inline void for_each_sector(SectorGeometry::Mask mask, Visit visit) {
    for (unsigned rest = mask; rest; rest &= rest - 1) visit(static_cast<unsigned>(__builtin_ctz(rest)));
}

}  // namespace heddle
