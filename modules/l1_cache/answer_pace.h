// How fast loads that have waited get their bytes, where that is slower than one per cycle. Plain C++.
#pragma once

#include "heddle/base/cycle.h"

namespace heddle {

class AnswerPace {
public:
    // How long a load takes that has waited for another one's fetch, in hundredths of a cycle. One that has waited for
    // its own takes a cycle.
    explicit AnswerPace(unsigned hundredths) : merged_interval_(hundredths) {}

    bool open(Cycle now) const { return due_ <= now * 100; }
    // The first cycle in which it is open.
    Cycle opens() const { return (due_ + 99) / 100; }
    // The part of a cycle that is left over counts for the next load.
    void take(Cycle now, bool merged) {
        due_ = (due_ + 100 > now * 100 ? due_ : now * 100) + (merged ? merged_interval_ : 100);
    }

private:
    Cycle due_ = 0;
    const unsigned merged_interval_;
};

}  // namespace heddle
