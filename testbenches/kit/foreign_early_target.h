// A foreign target that returns TLM_COMPLETED to everything, with an annotated, unaligned delay.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include "kit/foreign_target.h"

namespace heddle {

class ForeignEarlyTarget : public ForeignTarget {
public:
    tlm_utils::simple_target_socket<ForeignEarlyTarget> socket;

    ForeignEarlyTarget(sc_core::sc_module_name name, std::uint64_t seed);
    tlm::tlm_target_socket<32>& target_socket() override { return socket; }

private:
    tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
};

}  // namespace heddle
