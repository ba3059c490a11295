// Ports that say which of them was called, so that a tick looks at those only.
#pragma once

#include "base/at_in.h"
#include "base/at_out.h"
#include "base/port_set.h"

namespace heddle {

class WatchedIn final : public AtIn {
public:
    WatchedIn(Ticked& owner, LtTarget& lt, const char* name, std::size_t capacity, unsigned port, PortSet& called)
        : AtIn(owner, lt, name, capacity, port), port_(port), called_(called) {
        be_called_as<WatchedIn>();
    }

    tlm::tlm_sync_enum hear(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
        if (phase == tlm::BEGIN_REQ) called_.set(port_);
        return AtIn::hear(payload, phase, delay);
    }

private:
    const unsigned port_;
    PortSet& called_;
};

class WatchedOut final : public AtOut {
public:
    WatchedOut(Ticked& owner, const char* name, std::size_t response_capacity, unsigned port, PortSet& called)
        : AtOut(owner, name, response_capacity), port_(port), called_(called) {
        be_called_as<WatchedOut>();
    }

    tlm::tlm_sync_enum hear(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
        if (phase == tlm::BEGIN_RESP) called_.set(port_);
        return AtOut::hear(payload, phase, delay);
    }

private:
    const unsigned port_;
    PortSet& called_;
};

}  // namespace heddle
