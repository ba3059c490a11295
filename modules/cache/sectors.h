// Which sectors of its line an access touches, and which of them have to be there before it can be served.
#pragma once

#include <algorithm>

#include "base/payload_bytes.h"

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
    Mask mask_of_block(std::uint64_t block) const { return static_cast<Mask>(1u << (block & (count - 1))); }

    Mask touched(std::uint64_t address, unsigned length) const {
        if (count == 1) return 1;
        const unsigned offset = static_cast<unsigned>(address % line_bytes);
        const unsigned first = offset / sector_bytes, last = (offset + length - 1) / sector_bytes;
        return static_cast<Mask>((2u << last) - (1u << first));
    }
    // The same without the sectors in between that no lane asked for, where the payload has a word mask.
    Mask asked(Payload& payload) const {
        const Mask range = touched(payload.get_address(), payload.get_data_length());
        if ((range & (range - 1)) == 0) return range;
        const Mask asked = static_cast<Mask>(sectors_of_words(gpu_access(payload).word_mask) & range);
        return asked ? asked : range;
    }
    // Sectors a write sets completely need not be fetched.
    Mask written_whole(const Payload& payload) const {
        const std::uint64_t line = line_of(payload.get_address());
        Mask mask = 0;
        for (unsigned sector = 0; sector < count; ++sector)
            if (writes_whole(payload, line + sector * bytes(), bytes())) mask |= static_cast<Mask>(1u << sector);
        return mask;
    }
    // The shortest range of whole sectors that covers the mask (not empty), as offset and length in the line.
    unsigned first_byte(Mask mask) const { return static_cast<unsigned>(__builtin_ctz(mask)) * bytes(); }
    unsigned range_bytes(Mask mask) const {
        return static_cast<unsigned>(32 - __builtin_clz(mask)) * bytes() - first_byte(mask);
    }
    // The lowest sectors of the mask (not empty) that lie side by side.
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

inline unsigned count_sectors(SectorGeometry::Mask mask) {
    return static_cast<unsigned>(__builtin_popcount(mask));
}

}  // namespace heddle
