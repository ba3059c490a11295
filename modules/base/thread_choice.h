// Which cycles are worth several threads, decided by trying. Plain C++.
#pragma once

#include <array>
#include <cstdint>

namespace heddle {

// A cycle is shared out if at least so many modules are due in it. How many they have to be depends on the program that
// runs and on the host, so from time to time a neighbouring number is tried for a short period, and the better one is
// kept for longer, the longer the more often it was confirmed. The choice changes no result.
class ThreadChoice {
public:
    bool several(unsigned due) const { return due >= least_due_[way_]; }
    // A cycle has ended. Returns whether the period is over and period_ended() has to be called.
    bool cycle_ended() { return --cycles_left_ == 0; }
    // `nanoseconds`: any clock; `calls`: of modules, since the beginning.
    void period_ended(std::uint64_t nanoseconds, std::uint64_t calls);

private:
    // The kept way is measured at the end of its time, then another one. After a change of the way, data has to come
    // into the caches of other cores; those cycles are not measured.
    enum class Period { kept, kept_measured, other_settling, other_measured };
    void begin(Period period, std::uint64_t cycles);
    unsigned next_to_try();

    static constexpr std::array<unsigned, 5> least_due_{~0U, 96, 40, 16, 6};
    static constexpr std::uint64_t settling_cycles = 32, measured_cycles = 160, least_kept = 1024, most_kept = 32768;
    unsigned way_ = 0, kept_ = 0;
    bool upwards_ = true;  // whether the number to try next is the next one of the list
    Period period_ = Period::kept;
    std::uint64_t cycles_left_ = settling_cycles, kept_cycles_ = least_kept;
    std::uint64_t begin_time_ = 0, begin_calls_ = 0;
    double kept_cost_ = 0;  // nanoseconds per call
};

}  // namespace heddle
