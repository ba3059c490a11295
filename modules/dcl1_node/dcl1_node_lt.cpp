// Blocking and debug transport.
#include "heddle/base/payload_bytes.h"
#include "heddle/dcl1_node/dcl1_node.h"
#include "heddle/l1_cache/l1_debug.h"

namespace heddle {

// Loads look the cache up but do not allocate.
void Dcl1Node::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    const bool nothing_to_do = moves_nothing(payload);
    if (!nothing_to_do && !is_servable(payload)) return;
    forget_head();  // its line may be the one that this access changes
    delay += hit_latency_ * domain().period();
    if (nothing_to_do) {
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return;
    }
    const std::uint64_t line = payload.get_address() / line_bytes;  // it need not come back as it was sent
    if (payload.is_read() && !gpu_access(payload).bypass_l1) {
        const bool perfect = hits_perfectly(line);
        const unsigned way = lookup_.way_with(line, lookup_.sectors().all());
        L1Found found;
        (perfect || way != L1Lookup::none ? found.there : found.absent) = lookup_.sectors().all();
        count_load(found);
        if (!found.there) {
            lookup_.report_miss(line);
            return memory_out->b_transport(payload, delay);
        }
        if (perfect)
            read_memory(payload);
        else
            read_into_payload(payload, data_of(way), line * line_bytes);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return;
    }
    const std::uint64_t before = sc_core::sc_time_stamp().value();
    apply_passing(payload);
    memory_out->b_transport(payload, delay);
    // Memory has let time pass, in which a load may have fetched older bytes.
    if (sc_core::sc_time_stamp().value() == before) return;
    forget_head();
    lookup_.drop_line(line);
}

unsigned Dcl1Node::serve_debug(Payload& payload, unsigned) {
    forget_head();
    if (perfect_ && payload.is_read()) return memory_out->transport_dbg(payload);
    return debug_through_l1(lookup_, data_.get(), memory_out, payload);
}

}  // namespace heddle
