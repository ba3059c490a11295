// The packets that hold an input and an output of the switch, in the order in which they will release them.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/cycle.h"

namespace heddle {

struct Transfer {
    Cycle end = 0;  // the first cycle in which its ports are free again
    unsigned flits = 0;
    std::uint16_t input = 0, output = 0;
};

// A ring: only long packets that began earlier end later than a new one, so it goes in near the end.
class Transfers {
public:
    explicit Transfers(unsigned outputs) {  // each has one at most
        unsigned size = 1;
        while (size < outputs) size *= 2;
        ring_.resize(size);
        mask_ = size - 1;
    }
    Cycle next_end() const { return first_ == last_ ? never : ring_[first_ & mask_].end; }
    void add(const Transfer& transfer) {
        unsigned place = last_++;
        for (; place != first_ && ring_[(place - 1) & mask_].end > transfer.end; --place)
            ring_[place & mask_] = ring_[(place - 1) & mask_];
        ring_[place & mask_] = transfer;
    }
    // Valid until the next add().
    const Transfer& pop() { return ring_[first_++ & mask_]; }

private:
    std::vector<Transfer> ring_;
    unsigned mask_, first_ = 0, last_ = 0;
};

}  // namespace heddle
