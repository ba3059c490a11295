#include "kit/foreign_response_target.h"

namespace heddle {

tlm::tlm_sync_enum ForeignResponseTarget::forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                                  sc_core::sc_time& delay) {
    if (phase != tlm::BEGIN_REQ || response_in_progress()) return ForeignAtTarget::forward(payload, phase, delay);
    payload.acquire();
    execute(payload);
    response_given();
    phase = tlm::BEGIN_RESP;
    delay += random_time(sc_core::sc_time(5, sc_core::SC_NS));
    return tlm::TLM_UPDATED;
}

}  // namespace heddle
