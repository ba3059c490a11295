// Which sectors of its line an access touches, and which of them have to be there before it can be served.
#pragma once

#include <algorithm>

#include "base/payload_bytes.h"

namespace heddle {

// A line of 1 or 4 sectors.
struct SectorGeometry {
    unsigned count;

    using Mask = std::uint8_t;
    unsigned bytes() const { return line_bytes / count; }
    Mask all() const { return static_cast<Mask>((1u << count) - 1); }

    Mask touched(std::uint64_t address, unsigned length) const {
        const unsigned offset = static_cast<unsigned>(address % line_bytes);
        const unsigned first = offset / bytes(), last = (offset + length - 1) / bytes();
        return static_cast<Mask>((2u << last) - (1u << first));
    }
    // The same without the sectors in between that no lane asked for, where the payload has a word mask.
    Mask asked(Payload& payload) const {
        const Mask range = touched(payload.get_address(), payload.get_data_length());
        const std::uint32_t words = gpu_access(payload).word_mask;
        if ((range & (range - 1)) == 0 || words == 0 || words == ~std::uint32_t{0}) return range;
        const unsigned words_per_sector = bytes() / word_bytes;
        Mask mask = 0;
        for (unsigned sector = 0; sector < count; ++sector)
            if (words << (32 - (sector + 1) * words_per_sector) >> (32 - words_per_sector))
                mask |= static_cast<Mask>(1u << sector);
        return mask & range ? mask & range : range;
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
};

inline unsigned count_sectors(SectorGeometry::Mask mask) {
    return static_cast<unsigned>(__builtin_popcount(mask));
}

}  // namespace heddle
