// How many of a port's lanes are used in a cycle: transfers that may begin in it one after the other. Plain C++.
#pragma once

#include "heddle/base/cycle.h"

namespace heddle {

class UsedLanes {
public:
    // Uses one more in this cycle and says whether any of so many is left.
    [[nodiscard]] bool use(unsigned lanes, Cycle now) {
        if (cycle_ != now) used_ = 0;
        cycle_ = now;
        return ++used_ < lanes;
    }

private:
    Cycle cycle_ = never;
    unsigned used_ = 0;
};

}  // namespace heddle
