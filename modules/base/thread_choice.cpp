#include "heddle/base/thread_choice.h"

#include <algorithm>

namespace heddle {

void ThreadChoice::begin(Period period, std::uint64_t cycles) {
    period_ = period;
    cycles_left_ = cycles;
}

// At the ends of the list there is one neighbour only.
unsigned ThreadChoice::next_to_try() {
    if (kept_ == 0) upwards_ = true;
    if (kept_ + 1 == least_due_.size()) upwards_ = false;
    return upwards_ ? kept_ + 1 : kept_ - 1;
}

void ThreadChoice::period_ended(std::uint64_t nanoseconds, std::uint64_t calls) {
    const std::uint64_t called = calls - begin_calls_, time = nanoseconds - begin_time_;
    const double cost = static_cast<double>(time) / static_cast<double>(std::max<std::uint64_t>(called, 1));
    begin_calls_ = calls;
    begin_time_ = nanoseconds;
    switch (period_) {
        case Period::kept:
            return begin(Period::kept_measured, measured_cycles);
        case Period::kept_measured:
            kept_cost_ = cost;
            way_ = next_to_try();
            return begin(Period::other_settling, settling_cycles);
        case Period::other_settling:
            return begin(Period::other_measured, measured_cycles);
        case Period::other_measured:
            if (cost < kept_cost_) {  // goes on in this direction
                kept_ = way_;
                kept_cycles_ = least_kept;
            } else {
                way_ = kept_;
                upwards_ = !upwards_;
                kept_cycles_ = std::min(2 * kept_cycles_, most_kept);
            }
            return begin(Period::kept, kept_cycles_);
    }
}

}  // namespace heddle
