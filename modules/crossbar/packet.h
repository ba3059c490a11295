#pragma once

#include <cstdint>

#include "heddle/base/cycle.h"

namespace tlm {
class tlm_generic_payload;
}

namespace heddle {

// A payload in one of the two networks. Half a line of the host's cache.
struct Packet {
    tlm::tlm_generic_payload* payload = nullptr;
    Cycle entered = 0;  // into the input buffer
    Cycle arrives = 0;  // its last flit, at the output
    unsigned flits = 1;
    std::uint16_t output = 0;
    std::uint16_t link_bytes = 0;  // what it takes of the link of its group

    static Packet entering(tlm::tlm_generic_payload& payload, unsigned output, unsigned flits, Cycle now,
                           unsigned link_bytes = 0) {
        return {&payload, now, 0, flits, static_cast<std::uint16_t>(output), static_cast<std::uint16_t>(link_bytes)};
    }
};

}  // namespace heddle
