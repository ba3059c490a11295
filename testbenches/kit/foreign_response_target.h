// A foreign target that returns TLM_UPDATED with BEGIN_RESP at once, as long as no other response is in progress.
#pragma once

#include "kit/foreign_at_target.h"

namespace heddle {

class ForeignResponseTarget : public ForeignAtTarget {
public:
    ForeignResponseTarget(sc_core::sc_module_name name, std::uint64_t seed) : ForeignAtTarget(name, seed) {}

private:
    tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                               sc_core::sc_time& delay) override;
};

}  // namespace heddle
