// Ports that enter their number into a set when they are called, so that a tick looks at those only.
#pragma once

#include "heddle/base/at_in.h"
#include "heddle/base/at_out.h"
#include "heddle/base/port_set.h"

namespace heddle {

// Peers on several host threads may call different ports at the same time.
inline void note_call(PortSet& called, unsigned port) {
    if (WorkerTeam::at_work())
        called.set_shared(port);
    else
        called.set(port);
}

class WatchedIn final : public HookedIn<WatchedIn> {
public:
    WatchedIn(Ticked& owner, LtTarget& lt, const char* name, std::size_t capacity, unsigned port, PortSet& called)
        : HookedIn(owner, lt, name, capacity, port), port_(port), called_(called) {}

    void before_transport(Payload&, const tlm::tlm_phase& phase) {
        if (phase == tlm::BEGIN_REQ) note_call(called_, port_);
    }

private:
    const unsigned port_;
    PortSet& called_;
};

class WatchedOut final : public HookedOut<WatchedOut> {
public:
    WatchedOut(Ticked& owner, const char* name, std::size_t response_capacity, unsigned port, PortSet& called)
        : HookedOut(owner, name, response_capacity), port_(port), called_(called) {}

    void before_transport(Payload&, const tlm::tlm_phase& phase) {
        if (phase == tlm::BEGIN_RESP) note_call(called_, port_);
    }

private:
    const unsigned port_;
    PortSet& called_;
};

}  // namespace heddle
