// An initiator socket that tells its cache about a response as soon as it arrives, a cycle before the cache may act on
// it, so that the cache can prefetch what its tick will read into the host's caches. No result depends on it.
#pragma once

#include "heddle/base/at_out.h"

namespace heddle {

// Calls owner.prefetch_for_response(payload).
template <class Owner>
class PrefetchingOut final : public HookedOut<PrefetchingOut<Owner>> {
public:
    PrefetchingOut(Owner& owner, const char* name, std::size_t response_capacity)
        : HookedOut<PrefetchingOut>(owner, name, response_capacity), cache_(owner) {}

    void before_transport(Payload& payload, const tlm::tlm_phase& phase) {
        if (phase == tlm::BEGIN_RESP) cache_.prefetch_for_response(payload);
    }

private:
    const Owner& cache_;
};

}  // namespace heddle
