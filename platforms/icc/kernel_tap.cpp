#include "icc/kernel_tap.h"

#include <string>

namespace heddle {

KernelTap::KernelTap(sc_core::sc_module_name name, unsigned clusters) : sc_module(name) {
    kernel_in.bind(*this);
    kernel_out.bind(*this);
    for (unsigned i = 0; i < clusters; ++i)
        control_out.push_back(std::make_unique<ControlSocket>(("control_out_" + std::to_string(i)).c_str()));
}

tlm::tlm_sync_enum KernelTap::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase == tlm::BEGIN_REQ) announce();
    const tlm::tlm_phase asked = phase;
    const tlm::tlm_sync_enum answer = kernel_out->nb_transport_fw(payload, phase, delay);
    // The dispatcher may answer at once.
    if (asked == tlm::BEGIN_REQ &&
        (answer == tlm::TLM_COMPLETED || (answer == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP)))
        announce();
    return answer;
}

tlm::tlm_sync_enum KernelTap::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase == tlm::BEGIN_RESP) announce();
    return kernel_in->nb_transport_bw(payload, phase, delay);
}

void KernelTap::b_transport(Payload& payload, sc_core::sc_time& delay) {
    announce();
    kernel_out->b_transport(payload, delay);
    announce();
}

void KernelTap::announce() {
    GpuAccess access;
    access.kind = AccessKind::invalidate;
    for (auto& control : control_out) {
        Payload payload;
        sc_core::sc_time delay;
        payload.set_command(tlm::TLM_IGNORE_COMMAND);
        payload.set_extension(&access);
        (*control)->b_transport(payload, delay);
        payload.clear_extension(&access);
    }
}

}  // namespace heddle
