#include "heddle/crossbar/allocators/round_robin.h"

namespace heddle {

template <class Set>
unsigned RoundRobin<Set>::allocate(const Contention<Set>& contention, Matching& matching) {
    Set inputs = contention.inputs, contenders;
    contention.outputs.for_each([&](unsigned output) {
        const Set& wanting = contention.wanted_by[output];
        contenders |= wanting;
        const Set candidates = wanting & inputs;
        if (!candidates.any()) return;
        const unsigned input = candidates.round_robin_from(pointer_[output]);
        inputs.reset(input);
        pointer_[output] = input + 1;
        matching.add(input, output);
    });
    contenders &= contention.inputs;
    return contenders.count();
}

template class RoundRobin<NarrowPortSet>;
template class RoundRobin<MiddlePortSet>;
template class RoundRobin<WidePortSet>;

}  // namespace heddle
