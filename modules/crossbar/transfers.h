// The packets that hold an input and an output of the switch, in the order in which they will release them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/base/cycle.h"

namespace heddle {

struct Transfer {
    Cycle end = 0;  // the first cycle in which its ports are free again
    unsigned flits = 0;
    std::uint16_t input = 0, output = 0;
};

// Most packets have one flit and end in the cycle after their grant: they are a list. The others are a ring: only long
// packets that began earlier end later than a new one, so it goes in near the end.
class Transfers {
public:
    explicit Transfers(unsigned outputs) : short_(outputs) {  // each has one transfer at most
        unsigned size = 1;
        while (size < outputs) size *= 2;
        ring_.resize(size);
        mask_ = size - 1;
    }
    Cycle next_end() const {
        const Cycle next_long = first_ == last_ ? never : ring_[first_ & mask_].end;
        return short_count_ ? std::min(short_[0].end, next_long) : next_long;
    }
    // Those that have ended must have been taken out before.
    void add(const Transfer& transfer) {
        if (transfer.flits == 1) {
            short_[short_count_++] = transfer;
            return;
        }
        unsigned place = last_++;
        for (; place != first_ && ring_[(place - 1) & mask_].end > transfer.end; --place)
            ring_[place & mask_] = ring_[(place - 1) & mask_];
        ring_[place & mask_] = transfer;
    }
    // Takes out those that have ended and calls ended(transfer) for each.
    template <class Ended>
    void end_until(Cycle now, Ended ended) {
        if (short_count_ && short_[0].end <= now) {
            for (unsigned i = 0; i < short_count_; ++i) ended(short_[i]);
            short_count_ = 0;
        }
        while (first_ != last_ && ring_[first_ & mask_].end <= now) ended(ring_[first_++ & mask_]);
    }

private:
    std::vector<Transfer> short_;  // all began in the same cycle
    unsigned short_count_ = 0;
    std::vector<Transfer> ring_;
    unsigned mask_, first_ = 0, last_ = 0;
};

}  // namespace heddle
