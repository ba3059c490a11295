#pragma once

#include "base/cycle.h"
#include "crossbar/packet_size.h"

namespace tlm {
class tlm_generic_payload;
}

namespace heddle {

// A payload on its way through one of the two networks.
struct Packet {
    tlm::tlm_generic_payload* payload = nullptr;
    PacketType type = PacketType::read_request;
    unsigned output = 0;
    unsigned flits = 1;
    Cycle entered = 0;  // into the input buffer
    Cycle arrives = 0;  // whole at the output
};

}  // namespace heddle
