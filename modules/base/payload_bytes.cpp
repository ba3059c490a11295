#include "heddle/base/payload_bytes.h"

#include <algorithm>
#include <cstring>

#include "heddle/base/atomic_ops.h"

namespace heddle {
namespace {

bool enabled(const Payload& payload, unsigned byte) {
    const unsigned char* enables = payload.get_byte_enable_ptr();
    return !enables || enables[byte % payload.get_byte_enable_length()] == TLM_BYTE_ENABLED;
}

// Calls move(offset in the payload, offset in the memory, bytes) for the runs of enabled bytes in common.
template <class Move>
void for_overlap(const Payload& payload, std::uint64_t memory_address, unsigned memory_bytes, Move move) {
    // In offsets, because the end of the address space is 0.
    const std::uint64_t address = payload.get_address(), length = payload.get_data_length();
    const std::uint64_t in_memory = address > memory_address ? address - memory_address : 0;
    const std::uint64_t in_payload = memory_address > address ? memory_address - address : 0;
    if (in_memory >= memory_bytes || in_payload >= length) return;
    const std::uint64_t bytes = std::min(memory_bytes - in_memory, length - in_payload);
    if (!payload.get_byte_enable_ptr()) {
        move(in_payload, in_memory, static_cast<std::size_t>(bytes));
        return;
    }
    for (std::uint64_t byte = 0; byte < bytes; ++byte)
        if (enabled(payload, static_cast<unsigned>(in_payload + byte)))
            move(in_payload + byte, in_memory + byte, std::size_t{1});
}

}  // namespace

void read_overlap(Payload& payload, const std::uint8_t* memory, std::uint64_t memory_address, unsigned memory_bytes) {
    for_overlap(payload, memory_address, memory_bytes,
                [&](std::uint64_t in_payload, std::uint64_t in_memory, std::size_t count) {
                    copy_bytes(payload.get_data_ptr() + in_payload, memory + in_memory, count);
                });
}

void write_overlap(const Payload& payload, std::uint8_t* memory, std::uint64_t memory_address, unsigned memory_bytes) {
    for_overlap(payload, memory_address, memory_bytes,
                [&](std::uint64_t in_payload, std::uint64_t in_memory, std::size_t count) {
                    copy_bytes(memory + in_memory, payload.get_data_ptr() + in_payload, count);
                });
}

bool writes_whole(const Payload& payload, std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t offset = address - payload.get_address(), length = payload.get_data_length();
    if (payload.get_address() > address || offset > length || length - offset < bytes) return false;
    if (!payload.get_byte_enable_ptr()) return true;
    const unsigned first = static_cast<unsigned>(offset);
    for (unsigned byte = 0; byte < bytes; ++byte)
        if (!enabled(payload, first + byte)) return false;
    return true;
}

void perform_atomic(Payload& payload, std::uint8_t* memory, std::uint64_t memory_address) {
    const GpuAccess& access = gpu_access(payload);
    const unsigned step = element_bytes(access.atomic_type);
    std::uint8_t* target = memory + (payload.get_address() - memory_address);
    std::uint8_t* data = payload.get_data_ptr();
    std::uint8_t* original = PayloadArena::contains(&payload) ? nullptr : access.original_data();
    for (unsigned byte = 0; byte + step <= payload.get_data_length(); byte += step) {
        if (!enabled(payload, byte)) continue;
        perform_atomic_element(access.atomic_op, access.atomic_type, target + byte, data + byte,
                               access.compare ? access.compare + byte : nullptr);
        if (original) std::memcpy(original + byte, data + byte, step);
    }
}

}  // namespace heddle
