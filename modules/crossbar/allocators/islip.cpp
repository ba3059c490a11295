#include "crossbar/allocators/islip.h"

namespace heddle {

Islip::Islip(unsigned inputs, unsigned outputs, unsigned iterations)
    : iterations_(iterations), grant_pointer_(outputs, 0), accept_pointer_(inputs, 0), grants_(inputs) {}

void Islip::allocate(const Contention& contention, std::vector<Match>& matches) {
    Contention open = contention;
    for (unsigned iteration = 0; iteration < iterations_; ++iteration) {
        grant(open);
        if (!accept(open, matches, iteration == 0)) return;
    }
}

void Islip::grant(const Contention& open) {
    open.outputs.for_each([&](unsigned output) {
        const PortSet candidates = open.wanted_by[output] & open.inputs;
        if (!candidates.any()) return;
        const unsigned input = candidates.round_robin_from(grant_pointer_[output]);
        grants_[input].set(output);
        granted_.set(input);
    });
}

unsigned Islip::accept(Contention& open, std::vector<Match>& matches, bool move_pointers) {
    unsigned accepted = 0;
    granted_.for_each([&](unsigned input) {
        const unsigned output = grants_[input].round_robin_from(accept_pointer_[input]);
        matches.push_back({input, output});
        ++accepted;
        open.inputs.reset(input);
        open.outputs.reset(output);
        if (move_pointers) {
            grant_pointer_[output] = input + 1;
            accept_pointer_[input] = output + 1;
        }
        grants_[input] = PortSet{};
    });
    granted_ = PortSet{};
    return accepted;
}

}  // namespace heddle
