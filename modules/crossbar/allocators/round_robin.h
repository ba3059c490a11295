// The simplest allocator: each output takes the next input that wants it; of two outputs that want one input the lower
// gets it.
#pragma once

#include <vector>

#include "crossbar/allocators/allocator.h"

namespace heddle {

class RoundRobin : public Allocator {
public:
    explicit RoundRobin(unsigned outputs) : pointer_(outputs, 0) {}
    unsigned allocate(const Contention& contention, std::vector<Match>& matches) override;

private:
    std::vector<unsigned> pointer_;  // per output: the input with the highest priority
};

}  // namespace heddle
