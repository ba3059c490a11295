// A foreign bus that takes less than a module may hope for: no debug transport, time in blocking accesses, and error
// responses as the test decides.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <functional>

namespace heddle {

class PickyBus : public sc_core::sc_module {
public:
    tlm_utils::simple_target_socket<PickyBus> in;
    tlm_utils::simple_initiator_socket<PickyBus> out;

    using Payload = tlm::tlm_generic_payload;
    // What becomes of a request: TLM_OK_RESPONSE passes it on, anything else is the response.
    std::function<tlm::tlm_response_status(const Payload&)> judge;
    bool knows_debug = true;
    bool judges_debug = true;
    sc_core::sc_time before, after;  // that pass in a blocking access; only threads may then make one
    std::uint64_t requests = 0, refused = 0;

    explicit PickyBus(sc_core::sc_module_name name) : sc_module(name), in("in"), out("out") {
        in.register_nb_transport_fw(this, &PickyBus::forward);
        in.register_b_transport(this, &PickyBus::blocking);
        in.register_transport_dbg(this, &PickyBus::debug);
        out.register_nb_transport_bw(this, &PickyBus::backward);
    }

    // Aligned powers of two and no byte enables: what DRAM models take.
    static tlm::tlm_response_status dram_rules(const Payload& payload) {
        const unsigned length = payload.get_data_length();
        const bool burst = length && (length & (length - 1)) == 0 && payload.get_address() % length == 0;
        if (!burst) return tlm::TLM_BURST_ERROR_RESPONSE;
        return payload.get_byte_enable_ptr() ? tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE;
    }

private:
    bool refuses(Payload& payload) {
        ++requests;
        if (!judge) return false;
        const tlm::tlm_response_status status = judge(payload);
        if (status == tlm::TLM_OK_RESPONSE) return false;
        ++refused;
        payload.set_response_status(status);
        return true;
    }
    tlm::tlm_sync_enum forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
        if (phase == tlm::BEGIN_REQ && refuses(payload)) return tlm::TLM_COMPLETED;
        return out->nb_transport_fw(payload, phase, delay);
    }
    tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
        return in->nb_transport_bw(payload, phase, delay);
    }
    void blocking(Payload& payload, sc_core::sc_time& delay) {
        if (refuses(payload)) return;
        if (before != sc_core::SC_ZERO_TIME) sc_core::wait(before);
        out->b_transport(payload, delay);
        if (after != sc_core::SC_ZERO_TIME) sc_core::wait(after);
    }
    unsigned debug(Payload& payload) {
        if (!knows_debug || (judges_debug && judge && judge(payload) != tlm::TLM_OK_RESPONSE)) return 0;
        return out->transport_dbg(payload);
    }
};

}  // namespace heddle
