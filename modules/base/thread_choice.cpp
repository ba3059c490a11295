#include "heddle/base/thread_choice.h"

#include <algorithm>

namespace heddle {

void ThreadChoice::begin(Period period, std::uint64_t cycles) {
    period_ = period;
    cycles_left_ = cycles;
}

void ThreadChoice::keep_best() {
    const auto best = static_cast<unsigned>(std::min_element(cost_.begin(), cost_.begin() + tried_) - cost_.begin());
    kept_cycles_ = best == best_ ? std::min(2 * kept_cycles_, most_kept) : least_kept;
    way_ = best_ = best;
    begin(Period::kept, kept_cycles_);
}

void ThreadChoice::period_ended(std::uint64_t nanoseconds, std::uint64_t calls) {
    const std::uint64_t called = calls - begin_calls_, time = nanoseconds - begin_time_;
    begin_calls_ = calls;
    begin_time_ = nanoseconds;
    if (period_ == Period::settling) return begin(Period::measured, measured_cycles);
    if (period_ == Period::kept) {
        way_ = 0;
        return begin(Period::settling, settling_cycles);
    }
    cost_[way_] = static_cast<double>(time) / static_cast<double>(std::max<std::uint64_t>(called, 1));
    tried_ = way_ + 1;
    // The next way shares the same cycles and smaller ones.
    const bool hopeless = cost_[way_] > clearly_slower * *std::min_element(cost_.begin(), cost_.begin() + way_ + 1);
    if (hopeless || ++way_ == cost_.size()) return keep_best();
    begin(Period::settling, settling_cycles);
}

}  // namespace heddle
