// A foreign four-phase target: late END_REQ, sometimes none (BEGIN_RESP implies it), random latency, any order of
// responses.
#pragma once

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_target_socket.h>
#include <deque>

#include "kit/foreign_target.h"

namespace heddle {

class ForeignAtTarget : public ForeignTarget {
public:
    tlm_utils::simple_target_socket<ForeignAtTarget> socket;

    ForeignAtTarget(sc_core::sc_module_name name, std::uint64_t seed);
    tlm::tlm_target_socket<32>& target_socket() override { return socket; }

protected:
    virtual tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay);
    // Accepts the request now; END_REQ and the response follow by themselves.
    void accept(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
        events_.notify(payload, phase, delay);
    }
    bool response_in_progress() const { return responding_ || !ready_.empty(); }
    void response_given() { responding_ = true; }

private:
    void happen(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase);
    void begin(tlm::tlm_generic_payload& payload);
    void end_request(tlm::tlm_generic_payload& payload);
    void send_responses();

    tlm_utils::peq_with_cb_and_phase<ForeignAtTarget> events_;
    std::deque<tlm::tlm_generic_payload*> ready_;
    bool responding_ = false;
};

}  // namespace heddle
