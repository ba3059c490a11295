// Blocking and debug transport.
#include "heddle/cache/payload_sectors.h"
#include "heddle/l1_cache/l1_cache.h"
#include "heddle/l1_cache/l1_debug.h"

namespace heddle {

void L1Cache::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    const bool nothing_to_do = moves_nothing(payload);
    if (!nothing_to_do && !is_servable(payload)) return;
    lines_changed();
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
    lines_changed();
    lookup_.drop_line(line);
}

unsigned L1Cache::serve_debug(Payload& payload, unsigned) {
    lines_changed();
    if (perfect_ && payload.is_read()) return memory_out->transport_dbg(payload);
    return debug_through_l1(lookup_, data_.get(), memory_out, payload);
}

}  // namespace heddle
