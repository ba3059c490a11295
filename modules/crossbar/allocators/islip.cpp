#include "heddle/crossbar/allocators/islip.h"

namespace heddle {

// All the outputs that it wants grant it.
template <class Set>
unsigned Islip<Set>::match_only_input(const Contention<Set>& contention, Matching& matching) {
    const unsigned input = contention.inputs.round_robin_from(0);
    const Set grants = contention.wanted_of[input] & contention.outputs;
    if (!grants.any()) return 0;
    const unsigned output = grants.round_robin_from(inputs_[input].accept_pointer);
    matching.add(input, output);
    move_pointers(input, output);
    return 1;
}

// Returns the inputs that want one of the outputs.
template <class Set>
inline Set Islip<Set>::grant(const std::vector<Set>& wanted_by, const Set& inputs, const Set& outputs) {
    Set contenders, granted;
    outputs.for_each([&](unsigned output) {
        const Set candidates = wanted_by[output] & inputs;
        if (!candidates.any()) return;
        contenders |= candidates;
        const unsigned number = candidates.round_robin_from(grant_pointer_[output]);
        Input& input = inputs_[number];
        // Outputs come in ascending order: better than the first one is only the first at or behind the pointer.
        if (!granted.test(number) || (input.best_grant < input.accept_pointer && output >= input.accept_pointer))
            input.best_grant = static_cast<std::uint16_t>(output);
        granted.set(number);
    });
    granted_ = granted;
    return contenders;
}

template <class Set>
inline void Islip<Set>::accept(Matching& matching, bool first_iteration) {
    granted_.for_each([&](unsigned input) {
        const unsigned output = inputs_[input].best_grant;
        matching.add(input, output);
        if (first_iteration) move_pointers(input, output);
    });
}

template <class Set>
void Islip<Set>::iterate(const Contention<Set>& contention, Matching& matching) {
    Set inputs = contention.inputs, outputs = contention.outputs;
    unsigned removed = 0;
    for (unsigned iteration = 1; iteration < iterations_ && removed < matching.size(); ++iteration) {
        for (; removed < matching.size(); ++removed) {
            inputs.reset(matching[removed].input);
            outputs.reset(matching[removed].output);
        }
        grant(contention.wanted_by, inputs, outputs);
        accept(matching, false);
    }
}

template <class Set>
unsigned Islip<Set>::allocate(const Contention<Set>& contention, Matching& matching) {
    if (contention.inputs.count() == 1) return match_only_input(contention, matching);
    const unsigned contenders = grant(contention.wanted_by, contention.inputs, contention.outputs).count();
    accept(matching, true);
    if (iterations_ > 1) iterate(contention, matching);
    return contenders;
}

template class Islip<NarrowPortSet>;
template class Islip<MiddlePortSet>;
template class Islip<WidePortSet>;

}  // namespace heddle
