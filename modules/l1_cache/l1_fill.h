// The L1's own request for a line or a run of sectors. Apart from address and bytes it carries a copy of what the load
// that missed carries, so only the place of its bytes has to be renewed when the payload is used again.
#pragma once

#include <array>

#include "heddle/base/payload_pool.h"

namespace heddle {

struct alignas(host_line_bytes) L1Fill : PooledPayload {
    using PooledPayload::PooledPayload;
    void renew() { set_data_ptr(data.data()); }
    alignas(host_line_bytes) std::array<std::uint8_t, line_bytes> data;
};

}  // namespace heddle
