#include "crossbar/allocators/islip.h"

namespace heddle {

Islip::Islip(unsigned inputs, unsigned outputs, unsigned iterations)
    : iterations_(iterations), grant_pointer_(outputs, 0), accept_pointer_(inputs, 0), best_grant_(inputs, 0) {}

unsigned Islip::allocate(const Contention& contention, std::vector<Match>& matches) {
    if (contention.inputs.count() == 1) return match_only_input(contention, matches);
    const unsigned contenders = grant(contention.wanted_by, contention.inputs, contention.outputs).count();
    accept(matches, true);
    PortSet inputs = contention.inputs, outputs = contention.outputs;
    std::size_t removed = 0;
    for (unsigned iteration = 1; iteration < iterations_ && removed < matches.size(); ++iteration) {
        for (; removed < matches.size(); ++removed) {
            inputs.reset(matches[removed].input);
            outputs.reset(matches[removed].output);
        }
        grant(contention.wanted_by, inputs, outputs);
        accept(matches, false);
    }
    return contenders;
}

// All the outputs that it wants grant it.
unsigned Islip::match_only_input(const Contention& contention, std::vector<Match>& matches) {
    const unsigned input = contention.inputs.round_robin_from(0);
    const PortSet grants = contention.wanted_of[input] & contention.outputs;
    if (!grants.any()) return 0;
    const unsigned output = grants.round_robin_from(accept_pointer_[input]);
    matches.push_back({input, output});
    move_pointers(input, output);
    return 1;
}

// Returns the inputs that want one of the outputs.
PortSet Islip::grant(const std::vector<PortSet>& wanted_by, const PortSet& inputs, const PortSet& outputs) {
    PortSet contenders;
    outputs.for_each([&](unsigned output) {
        const PortSet candidates = wanted_by[output] & inputs;
        if (!candidates.any()) return;
        contenders |= candidates;
        const unsigned input = candidates.round_robin_from(grant_pointer_[output]);
        // Outputs come in ascending order: better than the first one is only the first behind the pointer.
        const unsigned pointer = accept_pointer_[input];
        if (!granted_.test(input) || (best_grant_[input] < pointer && output >= pointer)) best_grant_[input] = output;
        granted_.set(input);
    });
    return contenders;
}

void Islip::accept(std::vector<Match>& matches, bool first_iteration) {
    granted_.for_each([&](unsigned input) {
        const unsigned output = best_grant_[input];
        matches.push_back({input, output});
        if (first_iteration) move_pointers(input, output);
    });
    granted_ = PortSet{};
}

}  // namespace heddle
