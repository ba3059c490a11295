// What a flit costs that crosses a network, and what the reference crossbar leaks. Plain C++.
//
// The numbers are results of DSENT (Sun et al., NOCS 2012; as distributed with gem5), model Bulk22LVT,
// router with 4 virtual channels of 4 flits, 256 bits per flit, flip-flop buffers, multiplexer crossbar, matrix
// arbiters, and its repeated links on the global layer within one cycle of 700 MHz; routers of 2x1, 1x2, 4x2, 2x4, 8x4,
// 16x8, 8x16, 10x8, 8x10, 80x32 and 32x80. DSENT's own activity is used. The
// paper ran the same tool with settings that it does not state, so that its watts are not known to be these.
#pragma once

#include <cstdint>

#include "heddle/energy/crossbar_shape.h"

namespace heddle {

// What a flit of 256 bits costs, in pJ. The numbers here are those of the runs above; technology files have others.
struct FlitCoefficients {
    double buffer_pj = 4.6;  // 4.5 to 4.8; 5.3 in 32x80
    // A straight line in the ports, within 9 % of all runs but 1x2 and 2x4, where it is 0.1 pJ too high.
    double crossbar_pj = 0.26, crossbar_port_pj = 0.0853;
    // A matrix arbiter has a cell for each pair of inputs. Within 18 % of all but 1x2, where it is 0.01 pJ too low.
    double allocator_input_pj = 0.012, allocator_cubed_input_pj = 7.2e-6;
    double link_pj_per_mm = 6.04;  // 1, 3.3 and 12.3 mm: 5.99 to 6.08; 24 fJ per bit and mm
};

struct FlitEnergy {
    double buffer_joules = 0;     // written once, read once
    double crossbar_joules = 0;   // from an input to an output
    double allocator_joules = 0;  // both stages
    double links_joules = 0;      // into the crossbar and out of it

    double total() const { return buffer_joules + crossbar_joules + allocator_joules + links_joules; }
};

// A link has no crossbar to cross: one link, no buffer.
[[nodiscard]] FlitEnergy flit_energy(const CrossbarShape& crossbar, const FlitCoefficients& coefficients = {});

// Flits that crossed a network, one crossbar each. Where a network has crossbars of several builds, its flits are taken
// to be spread over their ports evenly.
[[nodiscard]] double network_energy_joules(const NetworkShape& network, std::uint64_t request_flits,
                                           std::uint64_t reply_flits, const FlitCoefficients& coefficients = {});

}  // namespace heddle
