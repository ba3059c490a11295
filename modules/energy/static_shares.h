// How the static power of the reference crossbar falls into parts, and what it is in watts. Plain C++.
//
// The fit (network_cost.h) knows two sums: what grows with the ports, and what grows with the crosspoints. That the
// first is buffers and links and the second crossbar and allocator is an assumption of this model. How each sum is
// divided is taken from DSENT's results for an 80x32 and a 32x80 router and for links of 12.3 mm (flit_energy.h says
// which DSENT), and kept for every shape. By these results ports have 0.51 of the static power, by the fit 0.388.
#pragma once

namespace heddle {

namespace dsent {
// Milliwatts of a request (80x32) and a reply (32x80) router together.
constexpr double buffer_mw = 112 * 7.685;  // by input port, pipeline registers included
constexpr double links_mw = 224 * 1.235;   // every port of both routers has a link
constexpr double crossbar_mw = 322.1 + 331.0;
constexpr double allocator_mw = 321.6 + 126.5;
}  // namespace dsent

struct StaticShares {
    double buffer, links;        // of what grows with the ports
    double crossbar, allocator;  // of what grows with the crosspoints
};
constexpr StaticShares static_shares{dsent::buffer_mw / (dsent::buffer_mw + dsent::links_mw),
                                     dsent::links_mw / (dsent::buffer_mw + dsent::links_mw),
                                     dsent::crossbar_mw / (dsent::crossbar_mw + dsent::allocator_mw),
                                     dsent::allocator_mw / (dsent::crossbar_mw + dsent::allocator_mw)};

// What the unit of NetworkCost::static_power() is in watts, by the same results. Static and dynamic energy of a network
// thus come from one tool with one set of settings; the 61 % of static power that follow from the paper's figure 18a
// (MECHANISMS 5.5) are used nowhere and can be compared with.
constexpr double reference_leakage_watts =
    (dsent::buffer_mw + dsent::links_mw + dsent::crossbar_mw + dsent::allocator_mw) * 1e-3;

}  // namespace heddle
