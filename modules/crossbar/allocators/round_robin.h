// The simplest allocator: each output takes the next input that wants it; of two outputs that want one input the lower
// gets it.
#pragma once

#include <vector>

#include "heddle/crossbar/allocators/allocator.h"

namespace heddle {

template <class Set>
class RoundRobin final : public Allocator<Set> {
public:
    explicit RoundRobin(unsigned outputs) : pointer_(outputs, 0) {}
    unsigned allocate(const Contention<Set>& contention, Matching& matching) override;

private:
    std::vector<unsigned> pointer_;  // per output: the input with the highest priority
};

}  // namespace heddle
