#include "heddle/l1_cache/l1_debug.h"

#include <algorithm>
#include <cstring>

#include "heddle/base/debug_pieces.h"

namespace heddle {
namespace {

// Inside one line. A write reaches memory first: what memory refuses must not stay here.
unsigned debug_line(L1Lookup& lookup, std::uint8_t* data, AtOut& below, Payload& payload) {
    const std::uint64_t address = payload.get_address();
    const unsigned count = payload.get_data_length(), offset = static_cast<unsigned>(address % line_bytes);
    const unsigned way = lookup.way_with(address / line_bytes, lookup.sectors().touched(address, count));
    std::uint8_t* const copy = way == L1Lookup::none ? nullptr : data + std::size_t{way} * line_bytes + offset;
    if (payload.is_read() && copy) {
        std::memcpy(payload.get_data_ptr(), copy, count);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return count;
    }
    const unsigned served = below->transport_dbg(payload);
    if (payload.is_read() || !served) return served;
    if (copy)
        std::memcpy(copy, payload.get_data_ptr(), std::min(served, count));
    else
        lookup.drop_line(address / line_bytes);
    return served;
}

}  // namespace

unsigned debug_through_l1(L1Lookup& lookup, std::uint8_t* data, AtOut& below, Payload& payload) {
    const unsigned length = payload.get_data_length();
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND || !length) return 0;
    const auto rest_of_line = [](std::uint64_t address) {
        return static_cast<unsigned>(line_bytes - address % line_bytes);
    };
    if (length <= rest_of_line(payload.get_address())) return debug_line(lookup, data, below, payload);
    return debug_in_pieces(payload, rest_of_line,
                           [&](Payload& piece) { return debug_line(lookup, data, below, piece); });
}

}  // namespace heddle
