// Ports that tell their cache what has arrived while it may not act on it yet: in the cycle before its tick there is
// time to bring what the tick will look at into the host's caches. What they call is not inline: a compiler that sees a
// function which does nothing but that takes it for one without effect, and drops the call.
#pragma once

#include "base/at_in.h"
#include "base/at_out.h"

namespace heddle {

// Calls owner.request_foretold(payload).
template <class Owner>
class ForetoldIn final : public AtIn {
public:
    ForetoldIn(Owner& owner, const char* name, std::size_t capacity, unsigned port = 0, unsigned answer_lanes = 1)
        : AtIn(owner, owner, name, capacity, port, answer_lanes), cache_(owner) {
        be_called_by(enter);
    }

private:
    static tlm::tlm_sync_enum enter(void* port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
        auto& self = static_cast<ForetoldIn&>(*static_cast<AtIn*>(port));
        if (phase == tlm::BEGIN_REQ) self.cache_.request_foretold(payload);
        return self.hear(payload, phase, delay);
    }

    const Owner& cache_;
};

// Calls owner.response_foretold(payload).
template <class Owner>
class ForetoldOut final : public AtOut {
public:
    ForetoldOut(Owner& owner, const char* name, std::size_t response_capacity)
        : AtOut(owner, name, response_capacity), cache_(owner) {
        be_called_by(enter);
    }

private:
    static tlm::tlm_sync_enum enter(void* port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
        auto& self = static_cast<ForetoldOut&>(*static_cast<AtOut*>(port));
        if (phase == tlm::BEGIN_RESP) self.cache_.response_foretold(payload);
        return self.hear(payload, phase, delay);
    }

    const Owner& cache_;
};

}  // namespace heddle
