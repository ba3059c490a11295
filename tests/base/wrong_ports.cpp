// Kinds of port that would be passed by when a peer calls directly. CMakeLists.txt compiles each and wants an error.
#include "heddle/base/at_in.h"
#include "heddle/base/at_out.h"

using namespace heddle;

#if WRONG == 0  // the control: this one is right
struct Port : HookedIn<Port> {
    Port(Ticked& owner, LtTarget& lt) : HookedIn(owner, lt, "port", 1) {}
    void before_transport(Payload&, const tlm::tlm_phase&) {}
};
#elif WRONG == 1  // announces a function that it does not have
struct Port : HookedIn<Port> {
    Port(Ticked& owner, LtTarget& lt) : HookedIn(owner, lt, "port", 1) {}
    void hear(Payload&, const tlm::tlm_phase&) {}
};
#elif WRONG == 2  // announces nothing
struct Port : AtIn {
    Port(Ticked& owner, LtTarget& lt) : AtIn(owner, lt, "port", 1) {}
    tlm::tlm_sync_enum transport(Payload&, tlm::tlm_phase&, sc_core::sc_time&) override { return tlm::TLM_ACCEPTED; }
};
#elif WRONG == 3
struct Port : AtOut {
    Port(Ticked& owner, LtTarget&) : AtOut(owner, "port", 1) {}
    tlm::tlm_sync_enum transport(Payload&, tlm::tlm_phase&, sc_core::sc_time&) override { return tlm::TLM_ACCEPTED; }
};
#else  // the interface is nobody's to derive from
struct Port : AtIn::Interface {
    Port(Ticked&, LtTarget&, AtIn& port) : AtIn::Interface(port) {}
};
#endif

Port* make(Ticked& owner, LtTarget& lt) {
    return new Port(owner, lt);
}
