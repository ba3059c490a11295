// How long banks have nothing to do, counted by intervals. Plain C++.
#pragma once

#include <utility>
#include <vector>

#include "heddle/base/cycle.h"

namespace heddle {

// A bank is idle from the end of its last data until the next request for it enters the queue (MECHANISMS 3.7: neither
// a pending nor an active request). Every function returns the bank-cycles that nobody has counted yet.
class BankIdleTime {
public:
    explicit BankIdleTime(unsigned banks) : idle_from_(banks, 0) {}

    // A request comes for a bank that has none waiting. The data of the one before may still be on their way.
    [[nodiscard]] Cycle end(unsigned bank, Cycle now) {
        const Cycle from = std::exchange(idle_from_[bank], never);
        return from < now ? now - from : 0;
    }
    // No request waits for the bank any more; the data of the last one end in `data_end`.
    void begin(unsigned bank, Cycle data_end) { idle_from_[bank] = data_end; }
    // Of all banks that are idle now.
    [[nodiscard]] Cycle settle(Cycle now) {
        Cycle sum = 0;
        for (Cycle& from : idle_from_)
            if (from < now) sum += now - std::exchange(from, now);
        return sum;
    }

private:
    std::vector<Cycle> idle_from_;  // never: requests wait for the bank
};

}  // namespace heddle
