#pragma once

#include <cstdint>

#include "base/cycle.h"
#include "crossbar/packet_size.h"

namespace tlm {
class tlm_generic_payload;
}

namespace heddle {

// A payload on its way through one of the two networks. Half a line of the host's cache.
struct Packet {
    tlm::tlm_generic_payload* payload = nullptr;
    Cycle entered = 0;  // into the input buffer
    Cycle arrives = 0;  // whole at the output
    unsigned flits = 1;
    std::uint16_t output = 0;
    PacketType type = PacketType::read_request;
};

}  // namespace heddle
