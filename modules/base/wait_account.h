// The cycles for which something waits, counted by what it waits for.
#pragma once

#include "heddle/base/counter.h"
#include "heddle/base/cycle.h"

namespace heddle {

class WaitAccount {
public:
    // From this cycle on it waits for what `reason` counts; null: for nothing.
    void wait_for(Counter* reason, Cycle now) {
        if (reason == reason_) return;
        settle(now);
        reason_ = reason;
        since_ = now;
    }
    bool waits_for(const Counter& reason) const { return reason_ == &reason; }
    // Brings the counter up to date.
    void settle(Cycle now) {
        if (reason_) *reason_ += now - since_;
        since_ = now;
    }

private:
    Counter* reason_ = nullptr;
    Cycle since_ = 0;
};

}  // namespace heddle
