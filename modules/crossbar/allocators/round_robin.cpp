#include "crossbar/allocators/round_robin.h"

namespace heddle {

unsigned RoundRobin::allocate(const Contention& contention, std::vector<Match>& matches) {
    PortSet inputs = contention.inputs, contenders;
    contention.outputs.for_each([&](unsigned output) {
        const PortSet& wanting = contention.wanted_by[output];
        contenders |= wanting;
        const PortSet candidates = wanting & inputs;
        if (!candidates.any()) return;
        const unsigned input = candidates.round_robin_from(pointer_[output]);
        inputs.reset(input);
        pointer_[output] = input + 1;
        matches.push_back({input, output});
    });
    contenders &= contention.inputs;
    return contenders.count();
}

}  // namespace heddle
