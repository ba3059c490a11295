// A way out that tells its cache which response has arrived while the cache may not act on it yet: in the cycle before
// its tick there is time to bring what the tick will look at into the host's caches.
#pragma once

#include "base/at_out.h"

namespace heddle {

// Calls owner.response_foretold(payload).
template <class Owner>
class ForetoldOut final : public HookedOut<ForetoldOut<Owner>> {
public:
    ForetoldOut(Owner& owner, const char* name, std::size_t response_capacity)
        : HookedOut<ForetoldOut>(owner, name, response_capacity), cache_(owner) {}

    void before_transport(Payload& payload, const tlm::tlm_phase& phase) {
        if (phase == tlm::BEGIN_RESP) cache_.response_foretold(payload);
    }

private:
    const Owner& cache_;
};

}  // namespace heddle
