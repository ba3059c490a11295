// The sectors of a line that a TLM payload reads or writes.
#pragma once

#include "heddle/base/payload_bytes.h"
#include "heddle/cache/sectors.h"

namespace heddle {

// Sectors that the payload touches, without those in between that no lane asked for, where it has a word mask.
inline SectorGeometry::Mask asked_sectors(const SectorGeometry& sectors, Payload& payload) {
    return sectors.asked(payload.get_address(), payload.get_data_length(), gpu_access(payload).word_mask);
}

// Sectors that a write sets completely: they need not be fetched.
inline SectorGeometry::Mask sectors_written_whole(const SectorGeometry& sectors, const Payload& payload) {
    if (!payload.get_byte_enable_ptr()) return sectors.covered(payload.get_address(), payload.get_data_length());
    const std::uint64_t line = line_of(payload.get_address());
    SectorGeometry::Mask mask = 0;
    for (unsigned sector = 0; sector < sectors.count; ++sector)
        if (writes_whole(payload, line + sector * sectors.bytes(), sectors.bytes()))
            mask |= static_cast<SectorGeometry::Mask>(1u << sector);
    return mask;
}

}  // namespace heddle
