// Blocking and debug transport.
#include <algorithm>
#include <cstring>
#include <utility>

#include "heddle/base/debug_pieces.h"
#include "heddle/base/payload_bytes.h"
#include "heddle/read_only_cache/read_only_cache.h"

namespace heddle {

// A blocking read looks the cache up but does not allocate.
void ReadOnlyCache::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    delay += parameters_.latency_cycles * domain().period();
    if (moves_nothing(payload)) {
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return;
    }
    if (refuses(payload)) {
        ++refused;
        return;
    }
    if (!is_servable(payload)) return;
    ++accesses;
    const unsigned way = lookup_.way_with(payload.get_address() / line_bytes);
    if (way != ReadOnlyLookup::none) {
        ++hits;
        read_into_payload(payload, data_of(way), line_of(payload.get_address()));
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return;
    }
    ++misses;
    // As a fetch, which passes the data cache below, if there is one.
    GpuAccess& access = gpu_access(payload);
    const bool bypassed = std::exchange(access.bypass_l1, true);
    memory_out->b_transport(payload, delay);
    access.bypass_l1 = bypassed;
}

// Inside one line. A debugger may write what a kernel may not: the line is dropped, so that no stale copy stays.
unsigned ReadOnlyCache::debug_line(Payload& payload) {
    const std::uint64_t address = payload.get_address();
    const unsigned way = lookup_.way_with(address / line_bytes);
    if (payload.is_read() && way != ReadOnlyLookup::none) {
        std::memcpy(payload.get_data_ptr(), data_of(way) + address % line_bytes, payload.get_data_length());
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return payload.get_data_length();
    }
    const bool writes = payload.is_write();
    const unsigned served = memory_out->transport_dbg(payload);
    if (writes) lookup_.drop_line(address / line_bytes);
    return served;
}

unsigned ReadOnlyCache::serve_debug(Payload& payload, unsigned) {
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND || !payload.get_data_length()) return 0;
    const auto rest_of_line = [](std::uint64_t address) {
        return static_cast<unsigned>(line_bytes - address % line_bytes);
    };
    if (payload.get_data_length() <= rest_of_line(payload.get_address())) return debug_line(payload);
    return debug_in_pieces(payload, rest_of_line, [this](Payload& piece) { return debug_line(piece); });
}

}  // namespace heddle
