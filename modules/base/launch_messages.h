// Launches are plain TLM writes to address 0, so that any initiator can make them; the response comes at the end.
#pragma once

#include <cstdint>
#include <cstring>

#include "heddle/base/gpu_access.h"

namespace heddle {

// Host to CTA dispatcher: run this kernel; the response comes when all its CTAs have retired.
struct KernelLaunch {
    std::uint32_t kernel = 0;
};

// CTA dispatcher to SM: run this CTA; the response comes when it has retired. `launch` numbers the kernel launches, so
// that an SM sees when a new one begins and drops what its caches hold; without it (8-byte message) nothing is dropped.
// `parameters_in` is the number of cycles until the SM has the kernel's parameters. The last two may be left out.
struct CtaLaunch {
    std::uint32_t kernel = 0;
    std::uint32_t cta = 0;
    std::uint32_t launch = 0;
    std::uint32_t parameters_in = 0;
};

// Reads a message, whose fields have 32 bits each, from a payload; false, with the response status set, if the payload
// is no such message.
template <class Message>
[[nodiscard]] bool read_message(Payload& payload, Message& message, unsigned least_bytes) {
    if (!payload.is_write() || payload.get_address() != 0) {
        payload.set_response_status(payload.is_write() ? tlm::TLM_ADDRESS_ERROR_RESPONSE
                                                       : tlm::TLM_COMMAND_ERROR_RESPONSE);
        return false;
    }
    const unsigned bytes = payload.get_data_length();
    if (bytes < least_bytes || bytes > sizeof(Message) || bytes % sizeof(std::uint32_t) ||
        payload.get_streaming_width() < bytes) {
        payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
        return false;
    }
    if (payload.get_byte_enable_ptr()) {
        payload.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
        return false;
    }
    std::memcpy(&message, payload.get_data_ptr(), bytes);
    return true;
}

}  // namespace heddle
