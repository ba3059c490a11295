// How fast the path to the core takes loads that have waited, where that is slower than one per cycle. Plain C++.
#pragma once

#include "heddle/base/cycle.h"

namespace heddle {

class AnswerPace {
public:
    // From one load to the next, in hundredths of a cycle.
    explicit AnswerPace(unsigned hundredths) : interval_(hundredths) {}

    bool open(Cycle now) const { return due_ <= now * 100; }
    // The first cycle in which it is open.
    Cycle opens() const { return (due_ + 99) / 100; }
    // The part of a cycle that is left over counts for the next load.
    void take(Cycle now) { due_ = (due_ + 100 > now * 100 ? due_ : now * 100) + interval_; }

private:
    Cycle due_ = 0;
    const unsigned interval_;
};

}  // namespace heddle
