// Area and static power of the crossbars of a network, as multiples of those of one 80x32 crossbar with flits of 32 B.
// Plain C++.
//
// The form is that of MECHANISMS 5.5, a fit to the results that the dc-l1 paper got from DSENT at 22 nm:
//   area   = 0.832 * crosspoints / 2560 + 0.168 * ports / 112
//   static = 0.612 * crosspoints / 2560 + 0.388 * ports / 112
// It meets Pr40, Pr20, Pr10, C5, C10 and C20 within 0.011 (area) and 0.03 (static power; Pr40 0.9903 against 0.96). Of
// Sh40 it says 1.744 where the paper has 1.69, and 1.736 where it has 1.57. All crossbars are compared at one clock, as
// in the paper: a network that runs faster costs no more area or leakage here.
//
// Width: 5.5 has one width only. Wires of a crossbar run in both directions, so that its crosspoints' area grows with
// the square of the width, and buffers linearly; what leaks is cells, whose number grows linearly in both. Flits of
// 160 B then cost 21.6 times the area and 5.0 times the static power. The paper has 18.5 and 4.2; nothing is fitted to
// that.
//
// Links without a crossbar (Pr80) cost nothing here: "insignificant" in the paper, no number.
#pragma once

#include "heddle/energy/crossbar_shape.h"

namespace heddle {

// Weights of the two terms; they add up to 1 for the 80x32 crossbar.
struct FittedWeights {
    double crosspoints = 0;
    double ports = 0;
};
constexpr FittedWeights area_weights{0.832, 0.168};
constexpr FittedWeights static_weights{0.612, 0.388};
constexpr double fitted_crosspoints = 80.0 * 32, fitted_ports = 80.0 + 32;
constexpr unsigned fitted_flit_bytes = 32;

// The parts of the paper's figures 6 and 12. Only the sums buffer + links and crossbar + allocator are in the fit: what
// grows with the ports, and what grows with the crosspoints. How the sums fall into their two halves is
// static_shares below.
struct StaticSplit {
    double buffer = 0, crossbar = 0, allocator = 0, links = 0;
    double total() const { return buffer + crossbar + allocator + links; }
};

class NetworkCost {
public:
    explicit NetworkCost(const NetworkShape& shape);

    // In units of the 80x32 crossbar.
    double area() const { return area_; }
    double static_power() const { return static_.total(); }
    const StaticSplit& static_split() const { return static_; }

    double area_ratio(const NetworkCost& reference) const;
    double static_ratio(const NetworkCost& reference) const;

private:
    double area_ = 0;
    StaticSplit static_;
};

}  // namespace heddle
