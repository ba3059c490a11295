// A payload for blocking and debug accesses, with bytes of its own.
#pragma once

#include <array>

#include "heddle/base/geometry.h"
#include "heddle/base/gpu_access.h"

namespace heddle::testing {

struct BlockingAccess : Payload {
    BlockingAccess(tlm::tlm_command command, std::uint64_t address, unsigned bytes, std::uint8_t value = 0) {
        data.fill(value);
        set_command(command);
        set_address(address);
        set_data_ptr(data.data());
        set_data_length(bytes);
        set_streaming_width(bytes);
    }
    std::array<std::uint8_t, 4 * line_bytes> data;
};

}  // namespace heddle::testing
