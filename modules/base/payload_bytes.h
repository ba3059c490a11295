// Moving bytes between a payload and a piece of memory, honouring byte enables as TLM-2.0 defines them.
#pragma once

#include <cstdint>
#include <cstring>

#include "heddle/base/gpu_access.h"

namespace heddle {

// `memory` holds the bytes of [memory_address, memory_address + memory_bytes). Those that the payload's range has in
// common with it are moved.
void read_overlap(Payload& payload, const std::uint8_t* memory, std::uint64_t memory_address, unsigned memory_bytes);
void write_overlap(const Payload& payload, std::uint8_t* memory, std::uint64_t memory_address, unsigned memory_bytes);

// Mostly whole lines or sectors are moved: that many bytes need no loop and no call.
inline void copy_bytes(std::uint8_t* to, const std::uint8_t* from, std::size_t count) {
    if (count == line_bytes)
        std::memcpy(to, from, line_bytes);
    else if (count == sector_bytes)
        std::memcpy(to, from, sector_bytes);
    else
        std::memcpy(to, from, count);
}

// As above, where the payload's whole range lies inside the memory.
inline void read_into_payload(Payload& payload, const std::uint8_t* memory, std::uint64_t memory_address) {
    memory += payload.get_address() - memory_address;
    if (payload.get_byte_enable_ptr())
        read_overlap(payload, memory, payload.get_address(), payload.get_data_length());
    else
        copy_bytes(payload.get_data_ptr(), memory, payload.get_data_length());
}
inline void write_from_payload(const Payload& payload, std::uint8_t* memory, std::uint64_t memory_address) {
    memory += payload.get_address() - memory_address;
    if (payload.get_byte_enable_ptr())
        write_overlap(payload, memory, payload.get_address(), payload.get_data_length());
    else
        copy_bytes(memory, payload.get_data_ptr(), payload.get_data_length());
}

// True if a write sets every byte of [address, address + bytes).
[[nodiscard]] bool writes_whole(const Payload& payload, std::uint64_t address, std::uint64_t bytes);

// What a cache or memory can serve as one access: at least one byte, inside one line, no streaming. If not, the
// response status says why.
[[nodiscard]] inline bool is_servable(Payload& payload) {
    const std::uint64_t address = payload.get_address();
    const unsigned length = payload.get_data_length();
    const bool inside_line = length > 0 && line_of(address) == line_of(address + length - 1);
    const bool streams = payload.get_streaming_width() < length;
    const bool bad_enables = payload.get_byte_enable_ptr() && payload.get_byte_enable_length() == 0;
    if (inside_line && !streams && !bad_enables) return true;
    payload.set_response_status(bad_enables ? tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE : tlm::TLM_BURST_ERROR_RESPONSE);
    return false;
}

// Executes an atomic on memory: each enabled element is replaced by op(old, operand) and the payload gets the old
// value.
void perform_atomic(Payload& payload, std::uint8_t* memory, std::uint64_t memory_address);

}  // namespace heddle
