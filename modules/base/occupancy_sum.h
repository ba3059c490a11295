// How many of something there are, summed over cycles: divided by those that came, it is the mean time they stay
// (Little's law). It is brought up to date when the number changes, so nothing is done per cycle.
#pragma once

#include <utility>

#include "heddle/base/counter.h"
#include "heddle/base/cycle.h"

namespace heddle {

class OccupancySum {
public:
    explicit OccupancySum(Counter& sum) : sum_(sum) {}

    unsigned count() const { return count_; }
    void change(int difference, Cycle now) {
        settle(now);
        count_ += static_cast<unsigned>(difference);
    }
    // Brings the counter up to now; to be called before it is read.
    void settle(Cycle now) { sum_ += count_ * (now - std::exchange(changed_, now)); }

private:
    Counter& sum_;
    unsigned count_ = 0;
    Cycle changed_ = 0;
};

}  // namespace heddle
