// How long entries of an MSHR are in use, summed over the entries. An entry counts when it is released, and those in
// use when somebody asks, so nothing is done per cycle.
#pragma once

#include <algorithm>

#include "heddle/base/counter.h"
#include "heddle/base/cycle.h"

namespace heddle {

class MshrOccupancy {
public:
    explicit MshrOccupancy(Counter& sum) : sum_(sum) {}

    // An entry is released that has been in use since then.
    void released(Cycle since, Cycle now) { sum_ += now - std::max(since, counted_to_); }
    // Brings the counter up to date.
    template <class Mshr>
    void settle(const Mshr& mshr, Cycle now) {
        for (unsigned entry = 0; entry < mshr.capacity(); ++entry)
            if (mshr.used(entry)) released(mshr.since(entry), now);
        counted_to_ = now;
    }

private:
    Counter& sum_;
    Cycle counted_to_ = 0;
};

}  // namespace heddle
