// A memory-side block's socket for the host: debug accesses beside the network, to fill memory and to check results.
#pragma once

#include <tlm>

#include "heddle/base/lt_target.h"

namespace heddle {

// Serves transport_dbg only, by the owner's serve_debug; timed accesses get a command error. It may stay unbound.
class DebugIn : public tlm::tlm_target_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND> {
public:
    // `port` is what serve_debug gets as the number of the port.
    DebugIn(LtTarget& target, const char* name, unsigned port = 0) : tlm_target_socket(name), interface_(target, port) {
        bind(interface_);
    }
    const char* kind() const override { return "heddle::DebugIn"; }

private:
    // Not a base, for the reason that AtIn::Interface gives.
    class Interface final : public tlm::tlm_fw_transport_if<> {
    public:
        Interface(LtTarget& target, unsigned port) : lt_(target), port_(port) {}
        unsigned int transport_dbg(Payload& payload) override {
            const LentAccess lent(payload);
            return lt_.serve_debug(payload, port_);
        }
        void b_transport(Payload& payload, sc_core::sc_time&) override {
            payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
        }
        tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) override {
            if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;
            payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
            return tlm::TLM_COMPLETED;
        }
        bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }

    private:
        LtTarget& lt_;
        const unsigned port_;
    };
    Interface interface_;
};

}  // namespace heddle
