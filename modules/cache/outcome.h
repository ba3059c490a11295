// What an access met in a cache: the classes of MECHANISMS section 0, counted separately everywhere.
#pragma once

#include <cstdint>

namespace heddle {

// hit_reserved: the line is on its way, the access waits with the miss that asked for it. reservation_fail: a stall.
enum class CacheOutcome : std::uint8_t { hit, hit_reserved, miss, reservation_fail };

// Why a reservation failed.
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
