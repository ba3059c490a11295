// One socket for the cache commands to all slices of an L2.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <systemc>

#include "heddle/base/gpu_access.h"
#include "heddle/base/ports.h"
#include "heddle/l2_slice/l2_command.h"

namespace heddle {

// Passes a command (L2Command, a write of 4 bytes to address 0) to every slice at the same time. The response comes
// when the last slice has responded; it is an error if that of any slice is. Commands are executed one after another.
class L2Control : public sc_core::sc_module {
public:
    tlm_utils::simple_target_socket_optional<L2Control> control_in{"control_in"};
    Ports<tlm_utils::simple_initiator_socket<L2Control>> slice_out;

    L2Control(sc_core::sc_module_name name, unsigned slices);
    const char* kind() const override { return "l2_control"; }

private:
    void control(Payload& payload, sc_core::sc_time& delay);
    tlm::tlm_response_status command_all(L2Command command);

    bool busy_ = false;
    sc_core::sc_event done_;
};

}  // namespace heddle
