#include "crossbar/allocators/round_robin.h"

namespace heddle {

void RoundRobin::allocate(const Contention& contention, std::vector<Match>& matches) {
    PortSet inputs = contention.inputs;
    contention.outputs.for_each([&](unsigned output) {
        const PortSet candidates = contention.wanted_by[output] & inputs;
        if (!candidates.any()) return;
        const unsigned input = candidates.round_robin_from(pointer_[output]);
        inputs.reset(input);
        pointer_[output] = input + 1;
        matches.push_back({input, output});
    });
}

}  // namespace heddle
