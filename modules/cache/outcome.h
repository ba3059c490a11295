// The outcome of a lookup: the classes of MECHANISMS section 0, which every cache counts separately.
#pragma once

#include <cstdint>

namespace heddle {

// hit_reserved: the line is in flight and the access waits with the miss that asked for it. reservation_fail: a stall.
enum class CacheOutcome : std::uint8_t { hit, hit_reserved, miss, reservation_fail };

// What a stalled access waits for.
enum class StallCause : std::uint8_t {
    none,
    mshr_full,
    mshr_merge_full,
    no_replaceable_way,
    miss_queue_full,
    response_queue_full,
    miss_port_busy
};

const char* to_string(CacheOutcome outcome);
const char* to_string(StallCause cause);

}  // namespace heddle
