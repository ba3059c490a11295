// How fast things follow each other that take longer than a cycle by a part of one. Plain C++.
#pragma once

#include "heddle/base/cycle.h"

namespace heddle {

class Pace {
public:
    bool open(Cycle now) const { return due_ <= now * 100; }
    // The first cycle in which it is open.
    Cycle opens() const { return (due_ + 99) / 100; }
    // The next one may follow after so many hundredths of a cycle. The part of a cycle that is left over counts for it.
    void take(Cycle now, unsigned hundredths) { due_ = (due_ + 100 > now * 100 ? due_ : now * 100) + hundredths; }

private:
    Cycle due_ = 0;
};

}  // namespace heddle
