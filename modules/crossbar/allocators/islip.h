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
    void allocate(const Contention& contention, std::vector<Match>& matches) override;

private:
    void grant(const Contention& open);
    unsigned accept(Contention& open, std::vector<Match>& matches, bool move_pointers);

    const unsigned iterations_;
    std::vector<unsigned> grant_pointer_;   // per output: the input with the highest priority
    std::vector<unsigned> accept_pointer_;  // per input: the output with the highest priority
    std::vector<PortSet> grants_;           // per input: the outputs that granted it in this iteration
    PortSet granted_;                       // the inputs with a grant
};

}  // namespace heddle
