#include "kit/foreign_lt_initiator.h"

#include "kit/foreign_extensions.h"

namespace heddle {

ForeignLtInitiator::ForeignLtInitiator(sc_core::sc_module_name name, const ForeignTraffic& traffic)
    : sc_module(name), socket("socket"), traffic_(traffic), plan_(traffic) {
    SC_THREAD(run);
}

void ForeignLtInitiator::run() {
    tlm::tlm_generic_payload payload;
    ForeignPlan::Access access;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    for (std::uint64_t i = 0; i < traffic_.transactions; ++i) {
        plan_.next(access);
        payload.set_command(access.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        payload.set_address(access.address);
        payload.set_data_ptr(access.data.data());
        payload.set_data_length(access.length);
        payload.set_streaming_width(access.length);
        payload.set_byte_enable_ptr(access.enable_length ? access.enables.data() : nullptr);
        payload.set_byte_enable_length(access.enable_length);
        payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        socket->b_transport(payload, delay);
        plan_.finish(access, access.data.data(), payload.is_response_ok());
        if (has_extension(payload)) plan_.error(access, "the payload came back with an extension");
        if (plan_.random() % 4 == 0) continue;  // runs ahead of time, as temporal decoupling does
        wait(delay);
        delay = sc_core::SC_ZERO_TIME;
    }
}

}  // namespace heddle
