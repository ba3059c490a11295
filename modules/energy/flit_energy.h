// What a flit costs that crosses a network, and what the reference crossbar leaks. Plain C++.
//
// The numbers are results of DSENT (Sun et al., NOCS 2012; version 0.91 as distributed with gem5), model Bulk22LVT,
// router with 4 virtual channels of 4 flits, 256 bits per flit, flip-flop buffers, multiplexer crossbar, matrix
// arbiters, and its repeated links on the global layer within one cycle of 700 MHz. DSENT's own activity is used. The
// paper ran the same tool with settings that it does not state, so that its watts are not known to be these.
#pragma once

#include <cstdint>

#include "heddle/energy/crossbar_shape.h"

namespace heddle {

struct FlitEnergy {
    double buffer_joules = 0;     // written once, read once
    double crossbar_joules = 0;   // from an input to an output
    double allocator_joules = 0;  // both stages
    double links_joules = 0;      // into the crossbar and out of it

    double total() const { return buffer_joules + crossbar_joules + allocator_joules + links_joules; }
};

// A link has no crossbar to cross: one link, no buffer.
[[nodiscard]] FlitEnergy flit_energy(const CrossbarShape& crossbar);

// Flits that crossed a network, one crossbar each. Where a network has crossbars of several builds, its flits are taken
// to be spread over their ports evenly.
[[nodiscard]] double network_energy_joules(const NetworkShape& network, std::uint64_t request_flits,
                                           std::uint64_t reply_flits);

}  // namespace heddle
