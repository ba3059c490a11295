// Which cycles are worth several threads, decided by trying. Plain C++.
#pragma once

#include <array>
#include <cstdint>

namespace heddle {

// A cycle is shared out if at least so many modules are due in it. How many they have to be depends on the program that
// runs and on the host, so from time to time each of some numbers is tried for a short period, and the best one is kept
// for longer, the longer the more often it was confirmed. The choice changes no result.
class ThreadChoice {
public:
    bool several(unsigned due) const { return due >= least_due_[way_]; }
    // A cycle has ended. Returns whether the period is over and period_ended() has to be called.
    bool cycle_ended() { return --cycles_left_ == 0; }
    // `nanoseconds`: any clock; `calls`: of modules, since the beginning.
    void period_ended(std::uint64_t nanoseconds, std::uint64_t calls);

private:
    // After a change of the way, data has to come into the caches of other cores; those cycles are not measured.
    enum class Period { settling, measured, kept };
    void begin(Period period, std::uint64_t cycles);
    void keep_best();

    static constexpr std::array<unsigned, 4> least_due_{~0U, 128, 48, 16};  // the first: no cycle is shared
    static constexpr std::uint64_t settling_cycles = 32, measured_cycles = 160, least_kept = 4096, most_kept = 65536;
    static constexpr double clearly_slower = 1.2;
    unsigned way_ = 0, best_ = 0, tried_ = 0;
    Period period_ = Period::settling;
    std::uint64_t cycles_left_ = settling_cycles, kept_cycles_ = least_kept;
    std::uint64_t begin_time_ = 0, begin_calls_ = 0;
    std::array<double, least_due_.size()> cost_{};  // nanoseconds per call
};

}  // namespace heddle
