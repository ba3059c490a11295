// How fast crossbars can be clocked, as far as the text of the dc-l1 paper says it: the numbers of its figure 13b are
// lost, so that there is an order and two bounds, and no frequency. Plain C++.
#pragma once

#include <optional>

namespace heddle {

struct CrossbarPorts {
    unsigned inputs = 1, outputs = 1;
};

// "2x1 and 8x4 can operate at significantly higher frequencies than 80x32 and 80x40": true where `a` is one of the
// small ones and `b` one of the large ones, false for the reverse, empty for everything that the paper does not
// compare.
[[nodiscard]] std::optional<bool> clocks_higher(CrossbarPorts a, CrossbarPorts b);

// Whether a crossbar can run at twice the baseline's 700 MHz: 8x4 does in the boosted design, 80x32 "cannot be
// operated" so. Empty for every other shape.
[[nodiscard]] std::optional<bool> reaches_twice_baseline_clock(CrossbarPorts crossbar);

}  // namespace heddle
