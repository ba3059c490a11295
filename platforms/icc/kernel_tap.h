// Stands between host and CTA dispatcher, passes every launch on unchanged and without delay, and tells the clusters
// when a kernel starts or ends: their coalesced caches are emptied then (MECHANISMS 1.4 [R]).
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <memory>
#include <vector>

#include "base/gpu_access.h"

namespace heddle {

class KernelTap : public sc_core::sc_module, public tlm::tlm_fw_transport_if<>, public tlm::tlm_bw_transport_if<> {
public:
    tlm::tlm_target_socket<32> kernel_in{"kernel_in"};
    tlm::tlm_initiator_socket<32> kernel_out{"kernel_out"};
    using ControlSocket = tlm_utils::simple_initiator_socket<KernelTap>;
    std::vector<std::unique_ptr<ControlSocket>> control_out;  // one per cluster

    KernelTap(sc_core::sc_module_name name, unsigned clusters);

    tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override;
    tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override;
    void b_transport(Payload& payload, sc_core::sc_time& delay) override;
    unsigned int transport_dbg(Payload& payload) override { return kernel_out->transport_dbg(payload); }
    bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

private:
    void announce();
};

}  // namespace heddle
