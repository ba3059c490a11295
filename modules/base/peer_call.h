// How a port calls the one it is bound to. A call through the interface's virtual bases reads two host lines of the
// peer that nothing else needs; an AtIn or AtOut names a function to call directly, with the same arguments.
#pragma once

#include <tlm>

#include "heddle/base/gpu_access.h"

namespace heddle {

class PeerCall {
public:
    using Function = tlm::tlm_sync_enum (*)(void* peer, Payload& payload, tlm::tlm_phase& phase,
                                            sc_core::sc_time& delay);

    PeerCall(void* peer, Function function) : peer_(peer), function_(function) {}
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

private:
    void* peer_;
    Function function_;
};

}  // namespace heddle
