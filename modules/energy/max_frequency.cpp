#include "heddle/energy/max_frequency.h"

namespace heddle {
namespace {

bool is(CrossbarPorts crossbar, unsigned inputs, unsigned outputs) {
    return crossbar.inputs == inputs && crossbar.outputs == outputs;
}

bool small(CrossbarPorts crossbar) {
    return is(crossbar, 2, 1) || is(crossbar, 8, 4);
}

bool large(CrossbarPorts crossbar) {
    return is(crossbar, 80, 32) || is(crossbar, 80, 40);
}

}  // namespace

std::optional<bool> clocks_higher(CrossbarPorts a, CrossbarPorts b) {
    if (small(a) && large(b)) return true;
    if (large(a) && small(b)) return false;
    return std::nullopt;
}

std::optional<bool> reaches_twice_baseline_clock(CrossbarPorts crossbar) {
    if (is(crossbar, 8, 4)) return true;
    if (is(crossbar, 80, 32)) return false;
    return std::nullopt;
}

}  // namespace heddle
