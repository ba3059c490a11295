// Blocking and debug transport.
#include <algorithm>
#include <cstring>

#include "heddle/cache/payload_sectors.h"
#include "heddle/l1_cache/l1_cache.h"

namespace heddle {

void L1Cache::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    const bool nothing_to_do = moves_nothing(payload);
    if (!nothing_to_do && !is_servable(payload)) return;
    first_bank_.head.kind = L1RequestKind::unknown;  // its line may be the one that this access changes
    delay += parameters_.latency_cycles * domain().period();
    if (nothing_to_do) {
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return;
    }
    if (payload.is_read() && !gpu_access(payload).bypass_l1) {
        const std::uint64_t line = payload.get_address() / line_bytes;
        const Mask asked = asked_sectors(lookup_.sectors(), payload);
        const unsigned way = lookup_.way_with(line, asked);
        const bool perfect = perfect_ && perfect_->lines.serves(line);
        L1Found found;
        (perfect || way != L1Lookup::none ? found.there : found.absent) = asked;
        count_load(payload, found);
        if (found.there) {
            if (perfect)
                read_memory(payload);
            else
                read_into_payload(payload, data_of(way), line * line_bytes);
            payload.set_response_status(tlm::TLM_OK_RESPONSE);
            return;
        }
        lookup_.report_miss(line);
        memory_out->b_transport(payload, delay);
        return;
    }
    const std::uint64_t line = payload.get_address() / line_bytes;  // it need not come back as it was sent
    const std::uint64_t before = sc_core::sc_time_stamp().value();
    apply_passing(payload);
    const bool write = perfect_ && !payload.is_read();
    const unsigned number = write ? perfect_->lines.begin_write(line) : 0;
    memory_out->b_transport(payload, delay);
    if (write) end_perfect_write(number);
    // Memory has refused a store whose bytes are here, or let time pass in which a load may have fetched older bytes.
    if (payload.is_response_ok() && sc_core::sc_time_stamp().value() == before) return;
    first_bank_.head.kind = L1RequestKind::unknown;
    lookup_.drop_line(line);
}

// Inside one line. A write reaches memory first: what memory refuses must not stay here.
unsigned L1Cache::debug_line(Payload& payload) {
    const std::uint64_t address = payload.get_address();
    const unsigned count = payload.get_data_length(), offset = static_cast<unsigned>(address % line_bytes);
    const unsigned way = lookup_.way_with(address / line_bytes, lookup_.sectors().touched(address, count));
    if (payload.is_read() && way != L1Lookup::none && !perfect_) {
        std::memcpy(payload.get_data_ptr(), data_of(way) + offset, count);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return count;
    }
    const unsigned served = memory_out->transport_dbg(payload);
    if (payload.is_read() || !served) return served;
    if (way != L1Lookup::none)
        std::memcpy(data_of(way) + offset, payload.get_data_ptr(), std::min(served, count));
    else
        lookup_.drop_line(address / line_bytes);
    return served;
}

unsigned L1Cache::serve_debug(Payload& payload, unsigned) {
    const unsigned length = payload.get_data_length();
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND || !length) return 0;
    first_bank_.head.kind = L1RequestKind::unknown;
    const std::uint64_t first = payload.get_address();
    if (line_of(first) == line_of(first + length - 1)) return debug_line(payload);
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
        const unsigned served = debug_line(piece);
        done += served;
        if (served < count) break;
    }
    if (done == length) payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return done;
}

}  // namespace heddle
