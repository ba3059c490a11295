// iSLIP (MECHANISMS, glossary): outputs grant round-robin, inputs accept round-robin.
#pragma once

#include <vector>

#include "heddle/crossbar/allocators/allocator.h"

namespace heddle {

// Pointers move one past the match, and only if the grant was accepted: that is what makes the outputs' pointers drift
// apart until they no longer grant the same input. Matches of later iterations do not move them, or an input could
// starve (McKeown's rule).
template <class Set>
class Islip final : public Allocator<Set> {
public:
    Islip(unsigned inputs, unsigned outputs, unsigned iterations)
        : iterations_(iterations), grant_pointer_(outputs, 0), inputs_(inputs) {}
    unsigned allocate(const Contention<Set>& contention, Matching& matching) override;

private:
    struct Input {
        std::uint16_t accept_pointer = 0;  // the output with the highest priority
        std::uint16_t best_grant = 0;      // with a grant: the output it will accept
    };
    unsigned match_only_input(const Contention<Set>& contention, Matching& matching);
    Set grant(const std::vector<Set>& wanted_by, const Set& inputs, const Set& outputs);
    void accept(Matching& matching, bool first_iteration);
    void iterate(const Contention<Set>& contention, Matching& matching);
    void move_pointers(unsigned input, unsigned output) {
        grant_pointer_[output] = static_cast<std::uint16_t>(input + 1);
        inputs_[input].accept_pointer = static_cast<std::uint16_t>(output + 1);
    }

    const unsigned iterations_;
    std::vector<std::uint16_t> grant_pointer_;  // per output: the input with the highest priority
    std::vector<Input> inputs_;
    Set granted_;  // the inputs with a grant
};

}  // namespace heddle
