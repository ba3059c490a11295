#include "base/payload_bytes.h"

#include <cstring>

#include "base/atomic_ops.h"

namespace heddle {
namespace {

bool enabled(const Payload& payload, unsigned byte) {
    const unsigned char* enables = payload.get_byte_enable_ptr();
    return !enables || enables[byte % payload.get_byte_enable_length()] == TLM_BYTE_ENABLED;
}

}  // namespace

void read_into_payload(Payload& payload, const std::uint8_t* memory, std::uint64_t memory_address) {
    const std::uint8_t* source = memory + (payload.get_address() - memory_address);
    std::uint8_t* data = payload.get_data_ptr();
    const unsigned length = payload.get_data_length();
    if (!payload.get_byte_enable_ptr()) {
        std::memcpy(data, source, length);
        return;
    }
    for (unsigned byte = 0; byte < length; ++byte)
        if (enabled(payload, byte)) data[byte] = source[byte];
}

void write_from_payload(const Payload& payload, std::uint8_t* memory, std::uint64_t memory_address) {
    std::uint8_t* target = memory + (payload.get_address() - memory_address);
    const std::uint8_t* data = payload.get_data_ptr();
    const unsigned length = payload.get_data_length();
    if (!payload.get_byte_enable_ptr()) {
        std::memcpy(target, data, length);
        return;
    }
    for (unsigned byte = 0; byte < length; ++byte)
        if (enabled(payload, byte)) target[byte] = data[byte];
}

bool writes_whole(const Payload& payload, std::uint64_t address, std::uint64_t bytes) {
    if (payload.get_address() > address || payload.get_address() + payload.get_data_length() < address + bytes)
        return false;
    if (!payload.get_byte_enable_ptr()) return true;
    const unsigned first = static_cast<unsigned>(address - payload.get_address());
    for (unsigned byte = 0; byte < bytes; ++byte)
        if (!enabled(payload, first + byte)) return false;
    return true;
}

bool is_servable(Payload& payload) {
    const std::uint64_t address = payload.get_address();
    const unsigned length = payload.get_data_length();
    const bool inside_line = length > 0 && line_of(address) == line_of(address + length - 1);
    const bool streams = payload.get_streaming_width() < length;
    const bool bad_enables = payload.get_byte_enable_ptr() && payload.get_byte_enable_length() == 0;
    if (inside_line && !streams && !bad_enables) return true;
    payload.set_response_status(bad_enables ? tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE : tlm::TLM_BURST_ERROR_RESPONSE);
    return false;
}

void perform_atomic(Payload& payload, std::uint8_t* memory, std::uint64_t memory_address) {
    const GpuAccess& access = gpu_access(payload);
    const unsigned step = element_bytes(access.atomic_type);
    std::uint8_t* target = memory + (payload.get_address() - memory_address);
    std::uint8_t* data = payload.get_data_ptr();
    for (unsigned byte = 0; byte + step <= payload.get_data_length(); byte += step)
        if (enabled(payload, byte))
            perform_atomic_element(access.atomic_op, access.atomic_type, target + byte, data + byte,
                                   access.compare ? access.compare + byte : nullptr);
}

}  // namespace heddle
