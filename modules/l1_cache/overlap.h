// Moving the bytes that a payload and a piece of memory have in common: a sector is often only a part of what a request
// asks for, or more.
#pragma once

#include <algorithm>
#include <cstring>

#include "base/gpu_access.h"

namespace heddle {

// Calls move(offset in the payload, offset in the memory, bytes) for the runs of enabled bytes in common.
template <class Move>
void for_overlap(const Payload& payload, std::uint64_t memory_address, unsigned memory_bytes, Move move) {
    const std::uint64_t address = payload.get_address();
    const std::uint64_t first = std::max(address, memory_address);
    const std::uint64_t end = std::min(address + payload.get_data_length(), memory_address + memory_bytes);
    if (first >= end) return;
    const unsigned char* enables = payload.get_byte_enable_ptr();
    if (!enables) {
        move(first - address, first - memory_address, static_cast<std::size_t>(end - first));
        return;
    }
    for (std::uint64_t byte = first; byte < end; ++byte)
        if (enables[(byte - address) % payload.get_byte_enable_length()] == TLM_BYTE_ENABLED)
            move(byte - address, byte - memory_address, std::size_t{1});
}

inline void read_overlap(Payload& payload, const std::uint8_t* memory, std::uint64_t address, unsigned bytes) {
    for_overlap(payload, address, bytes, [&](std::uint64_t in_payload, std::uint64_t in_memory, std::size_t count) {
        std::memcpy(payload.get_data_ptr() + in_payload, memory + in_memory, count);
    });
}

inline void write_overlap(const Payload& payload, std::uint8_t* memory, std::uint64_t address, unsigned bytes) {
    for_overlap(payload, address, bytes, [&](std::uint64_t in_payload, std::uint64_t in_memory, std::size_t count) {
        std::memcpy(memory + in_memory, payload.get_data_ptr() + in_payload, count);
    });
}

}  // namespace heddle
