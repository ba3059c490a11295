#include "kit/foreign_early_target.h"

namespace heddle {

ForeignEarlyTarget::ForeignEarlyTarget(sc_core::sc_module_name name, std::uint64_t seed)
    : ForeignTarget(name, seed), socket("socket") {
    socket.register_nb_transport_fw(this, &ForeignEarlyTarget::forward);
    socket.register_b_transport(this, &ForeignEarlyTarget::blocking);
    socket.register_transport_dbg(this, &ForeignEarlyTarget::debug);
}

tlm::tlm_sync_enum ForeignEarlyTarget::forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                               sc_core::sc_time& delay) {
    if (phase != tlm::BEGIN_REQ) SC_REPORT_ERROR("/foreign/early_target", "expected BEGIN_REQ only");
    execute(payload);
    delay += random_time(sc_core::sc_time(60, sc_core::SC_NS));
    return tlm::TLM_COMPLETED;
}

}  // namespace heddle
