// What stands on a binding between two ports.
#pragma once

#include <systemc>
#include <tlm>

#include "heddle/base/gpu_access.h"

namespace heddle {

// Hands every call on: what a foreign monitor on a binding does.
struct Between : sc_core::sc_module, tlm::tlm_fw_transport_if<>, tlm::tlm_bw_transport_if<> {
    tlm::tlm_target_socket<32> in{"in"};
    tlm::tlm_initiator_socket<32> out{"out"};
    explicit Between(sc_core::sc_module_name name) : sc_module(name) {
        in.bind(*this);
        out.bind(*this);
    }
    tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override {
        ++calls;
        return out->nb_transport_fw(payload, phase, delay);
    }
    tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override {
        ++calls;
        return in->nb_transport_bw(payload, phase, delay);
    }
    void b_transport(Payload&, sc_core::sc_time&) override {}
    bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
    unsigned transport_dbg(Payload&) override { return 0; }
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
    unsigned calls = 0;
};

}  // namespace heddle
