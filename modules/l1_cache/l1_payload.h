// What the lookup of an L1 has to know of a TLM payload.
#pragma once

#include "heddle/base/payload_bytes.h"
#include "heddle/l1_cache/l1_request.h"

namespace heddle {

// One that cannot be served gets its response status here.
inline L1Request describe_request(Payload& payload) {
    if (moves_nothing(payload) || !is_servable(payload)) return {L1RequestKind::no_access, 0, 0, 0};
    if (!payload.is_read()) return {L1RequestKind::passing, 0, 0, 0};
    const GpuAccess& access = gpu_access(payload);
    if (access.bypass_l1) return {L1RequestKind::passing, 0, 0, 0};
    return {L1RequestKind::load, payload.get_address(), payload.get_data_length(), access.word_mask};
}

// Such a load can fetch the line itself, as its own transaction.
inline bool asks_for_whole_line(const Payload& request, const GpuAccess& access) {
    return request.get_data_length() == line_bytes && !request.get_byte_enable_ptr() && access.kind == AccessKind::load;
}

}  // namespace heddle
