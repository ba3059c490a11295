// The L1's own request for a line or a run of sectors. What it carries beside address and bytes is a copy of what the
// load that missed carries, so that nothing but the bytes' place has to be renewed.
#pragma once

#include <array>

#include "base/payload_pool.h"

namespace heddle {

struct alignas(host_line_bytes) L1Fill : PooledPayload {
    using PooledPayload::PooledPayload;
    void renew() { set_data_ptr(data.data()); }
    alignas(host_line_bytes) std::array<std::uint8_t, line_bytes> data;
};

}  // namespace heddle
