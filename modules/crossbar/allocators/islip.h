// iSLIP (MECHANISMS, glossary): outputs grant round-robin, inputs accept round-robin.
#pragma once

#include <vector>

#include "crossbar/allocators/allocator.h"

namespace heddle {

// Pointers move one past the match, and only if the grant was accepted: that is what makes the outputs' pointers drift
// apart until they no longer grant the same input. Matches of later iterations do not move them, or an input could
// starve (McKeown's rule).
class Islip : public Allocator {
public:
    Islip(unsigned inputs, unsigned outputs, unsigned iterations);
    unsigned allocate(const Contention& contention, std::vector<Match>& matches) override;

private:
    unsigned match_only_input(const Contention& contention, std::vector<Match>& matches);
    PortSet grant(const std::vector<PortSet>& wanted_by, const PortSet& inputs, const PortSet& outputs);
    void accept(std::vector<Match>& matches, bool first_iteration);
    void move_pointers(unsigned input, unsigned output) {
        grant_pointer_[output] = input + 1;
        accept_pointer_[input] = output + 1;
    }

    const unsigned iterations_;
    std::vector<unsigned> grant_pointer_;   // per output: the input with the highest priority
    std::vector<unsigned> accept_pointer_;  // per input: the output with the highest priority
    std::vector<unsigned> best_grant_;      // per input with a grant: the output it will accept
    PortSet granted_;                       // the inputs with a grant
};

}  // namespace heddle
