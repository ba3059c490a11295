#include "heddle/mesh_router/flit_payload.h"

namespace heddle {

void refuse_transaction(const sc_core::sc_object& port) {
    throw SimulationError(
        std::string(port.name()) +
        ": got a transaction that is no flit; the links of a mesh carry flits only. SMs and memories are "
        "bound to a network interface (initiator_interface.h, target_interface.h), and nothing that copies "
        "transactions stands between routers");
}

}  // namespace heddle
