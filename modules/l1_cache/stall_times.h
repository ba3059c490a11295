// How long requests at the heads of a cache's banks have waited, in all and for each cause. A cycle counts once,
// however many banks wait in it: these are parts of the run's time. Plain C++.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "heddle/base/cycle.h"
#include "heddle/cache/outcome.h"

namespace heddle {

class StallTimes {
public:
    struct Waited {
        Cycle any, by_cause;
    };

    void begin(StallCause cause, Cycle now) {
        begin(any_, now);
        begin(by_cause_[static_cast<std::size_t>(cause)], now);
    }
    // Of one that has begun: the cycles, up to now, that have not been counted before, for this or another bank.
    [[nodiscard]] Waited end(StallCause cause, Cycle now) {
        return {end(any_, now), end(by_cause_[static_cast<std::size_t>(cause)], now)};
    }
    // The same for those that go on: of any cause, and of one.
    [[nodiscard]] Cycle settle(Cycle now) { return settle(any_, now); }
    [[nodiscard]] Cycle settle(StallCause cause, Cycle now) {
        return settle(by_cause_[static_cast<std::size_t>(cause)], now);
    }

private:
    struct Wait {
        unsigned banks = 0;
        Cycle counted_to = 0;
    };
    static void begin(Wait& wait, Cycle now) {
        if (wait.banks++ == 0) wait.counted_to = now;
    }
    static Cycle end(Wait& wait, Cycle now) {
        --wait.banks;
        return now - std::exchange(wait.counted_to, now);
    }
    static Cycle settle(Wait& wait, Cycle now) { return wait.banks ? now - std::exchange(wait.counted_to, now) : 0; }

    Wait any_;
    std::array<Wait, static_cast<std::size_t>(StallCause::miss_port_busy) + 1> by_cause_;
};

}  // namespace heddle
