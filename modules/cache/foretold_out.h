// A way out that tells its cache which response has arrived while the cache may not act on it yet: in the cycle before
// its tick there is time to bring what the tick will look at into the host's caches.
#pragma once

#include "base/at_out.h"

namespace heddle {

// Calls owner.response_foretold(payload).
template <class Owner>
class ForetoldOut final : public AtOut {
public:
    ForetoldOut(Owner& owner, const char* name, std::size_t response_capacity)
        : AtOut(owner, name, response_capacity), cache_(owner) {
        be_called_as<ForetoldOut>();
    }

    tlm::tlm_sync_enum hear(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
        if (phase == tlm::BEGIN_RESP) cache_.response_foretold(payload);
        return AtOut::hear(payload, phase, delay);
    }

private:
    const Owner& cache_;
};

}  // namespace heddle
