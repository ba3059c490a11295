#include "heddle/l1_cache/l1_debug.h"

#include <algorithm>
#include <cstring>

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
    const std::uint64_t first = payload.get_address();
    if (line_of(first) == line_of(first + length - 1)) return debug_line(lookup, data, below, payload);
    Payload piece;
    piece.set_command(payload.get_command());
    unsigned done = 0;
    while (done < length) {
        const std::uint64_t address = first + done;
        const unsigned count = std::min(static_cast<unsigned>(line_bytes - address % line_bytes), length - done);
        piece.set_address(address);
        piece.set_data_ptr(payload.get_data_ptr() + done);
        piece.set_data_length(count);
        piece.set_streaming_width(count);
        const unsigned served = debug_line(lookup, data, below, piece);
        done += served;
        if (served < count) break;
    }
    if (done == length) payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return done;
}

}  // namespace heddle
