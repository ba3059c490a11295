// How a port calls the one it is bound to. A call through the interface's virtual bases reads two host lines of the
// peer that nothing else needs; an AtIn or AtOut names a function to call directly, with the same arguments.
#pragma once

#include <tlm>

#include "heddle/base/cycle.h"
#include "heddle/base/gpu_access.h"

namespace heddle {

class ClockDomain;

class PeerCall {
public:
    using Function = tlm::tlm_sync_enum (*)(void* peer, Payload& payload, tlm::tlm_phase& phase,
                                            sc_core::sc_time& delay);
    // A request or a response begins at a port of Heddle, in a cycle of that port's clock domain: what BEGIN_REQ or
    // BEGIN_RESP comes to, without phase, delay and status. True: it was taken, and the link is free in the cycle after
    // `arrival`. False: the peer will call when it has taken it.
    using Begin = bool (*)(void* peer, Payload& payload, Cycle arrival);

    PeerCall(void* peer, Function function) : peer_(peer), function_(function) {}
    PeerCall(void* peer, Function function, Begin starter, const ClockDomain& clock)
        : peer_(peer), function_(function), begin_(starter), domain_(&clock) {}
    // To a port of Heddle, whose interface has the type Own, directly; to any other peer through the interface's
    // function.
    template <class Own, auto transport, class Interface>
    static PeerCall to(Interface& peer) {
        if (auto* own = dynamic_cast<Own*>(&peer)) return own->direct_call();
        return {&peer, [](void* other, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
                    return (static_cast<Interface*>(other)->*transport)(payload, phase, delay);
                }};
    }

    tlm::tlm_sync_enum operator()(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) const {
        return function_(peer_, payload, phase, delay);
    }

    // The clock domain of a peer that is a port of Heddle; null for any other, and while it is not known.
    const ClockDomain* domain() const { return domain_; }
    // Only where there is a domain.
    bool begin(Payload& payload, Cycle arrival) const { return begin_(peer_, payload, arrival); }

private:
    void* peer_;
    Function function_;
    Begin begin_ = nullptr;
    const ClockDomain* domain_ = nullptr;
};

}  // namespace heddle
