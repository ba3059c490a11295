// The packets that hold an input and an output of the switch, in the order in which they will let go of them.
#pragma once

#include <vector>

#include "base/cycle.h"

namespace heddle {

struct Transfer {
    Cycle end = 0;  // the first cycle in which its ports are free again
    unsigned flits = 0;
    std::uint16_t input = 0, output = 0;
};

// A ring: long packets that began earlier end later than short ones, so a new transfer goes in near the end.
class Transfers {
public:
    explicit Transfers(unsigned inputs) {  // each has one at most
        unsigned size = 1;
        while (size < inputs) size *= 2;
        ring_.resize(size);
    }
    Cycle next_end() const { return first_ == last_ ? never : at(first_).end; }
    void add(const Transfer& transfer) {
        unsigned place = last_++;
        for (; place != first_ && at(place - 1).end > transfer.end; --place) at(place) = at(place - 1);
        at(place) = transfer;
    }
    // Valid until the next add().
    const Transfer& pop() { return at(first_++); }

private:
    Transfer& at(unsigned place) { return ring_[place & (ring_.size() - 1)]; }
    const Transfer& at(unsigned place) const { return ring_[place & (ring_.size() - 1)]; }

    std::vector<Transfer> ring_;
    unsigned first_ = 0, last_ = 0;
};

}  // namespace heddle
