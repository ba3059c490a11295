#include "kit/foreign_at_target.h"

namespace heddle {

using sc_core::SC_NS;
using sc_core::sc_time;

ForeignAtTarget::ForeignAtTarget(sc_core::sc_module_name name, std::uint64_t seed)
    : ForeignTarget(name, seed), socket("socket"), events_(this, &ForeignAtTarget::happen) {
    socket.register_nb_transport_fw(this, &ForeignAtTarget::forward);
    socket.register_b_transport(this, &ForeignAtTarget::blocking);
    socket.register_transport_dbg(this, &ForeignAtTarget::debug);
}

tlm::tlm_sync_enum ForeignAtTarget::forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_time& delay) {
    if (phase == tlm::BEGIN_REQ) payload.acquire();
    accept(payload, phase, delay);
    return phase == tlm::END_RESP && chance(50) ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
}

void ForeignAtTarget::happen(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
    if (phase == tlm::BEGIN_REQ) {
        begin(payload);
    } else if (phase == tlm::END_REQ) {
        end_request(payload);
    } else if (phase == tlm::BEGIN_RESP) {
        ready_.push_back(&payload);
        send_responses();
    } else {
        responding_ = false;
        payload.release();
        send_responses();
    }
}

// The data move here, in the order of arrival. One request in ten gets its response without an END_REQ of its own.
void ForeignAtTarget::begin(tlm::tlm_generic_payload& payload) {
    execute(payload);
    if (chance(10))
        events_.notify(payload, tlm::BEGIN_RESP, random_time(sc_time(20, SC_NS)));
    else
        events_.notify(payload, tlm::END_REQ, random_time(sc_time(3, SC_NS)));
}

void ForeignAtTarget::end_request(tlm::tlm_generic_payload& payload) {
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_time delay = random_time(sc_time(1, SC_NS));
    const sc_time response = delay + random_time(sc_time(60, SC_NS));
    socket->nb_transport_bw(payload, phase, delay);
    events_.notify(payload, tlm::BEGIN_RESP, response);
}

void ForeignAtTarget::send_responses() {
    while (!responding_ && !ready_.empty()) {
        tlm::tlm_generic_payload& payload = *ready_.front();
        ready_.pop_front();
        responding_ = true;
        tlm::tlm_phase phase = tlm::BEGIN_RESP;
        sc_time delay = random_time(sc_time(1, SC_NS));
        const tlm::tlm_sync_enum result = socket->nb_transport_bw(payload, phase, delay);
        if (result != tlm::TLM_ACCEPTED) events_.notify(payload, tlm::END_RESP, delay);
    }
}

}  // namespace heddle
