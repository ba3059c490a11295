// How many bytes of data a transaction takes along on its way to memory, and back.
#pragma once

#include "heddle/base/gpu_access.h"

namespace heddle {

inline unsigned request_bytes(Payload& payload) {
    return payload.is_write() || is_atomic(payload) ? payload.get_data_length() : 0;
}
inline unsigned reply_bytes(Payload& payload) {
    return payload.is_read() || is_atomic(payload) ? payload.get_data_length() : 0;
}

}  // namespace heddle
