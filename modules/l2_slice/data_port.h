// A port that moves a number of bytes per cycle. Plain C++.
#pragma once

#include "heddle/base/cycle.h"
#include "heddle/base/divisor.h"

namespace heddle {

// One that is not limited is always free.
class DataPort {
public:
    explicit DataPort(unsigned bytes_per_cycle) : limited_(bytes_per_cycle), width_(limited_ ? bytes_per_cycle : 1) {}

    bool limited() const { return limited_; }
    bool free(Cycle now) const { return free_from_ <= now; }
    Cycle free_from() const { return free_from_; }
    // Returns for how many cycles the bytes keep a limited port busy.
    Cycle pass(unsigned bytes, Cycle now) {
        const Cycle cycles = width_.quotient_rounded_up(bytes);
        free_from_ = now + cycles;
        return cycles;
    }

private:
    const bool limited_;
    const Divisor width_;
    Cycle free_from_ = 0;
};

}  // namespace heddle
