// The host threads of a run (--threads), and how far they could share its work.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "heddle/base/clock_domain.h"

namespace heddle {

// "4", or "auto": as many as the host has cores. `name` is what the user knows the choice by. What is no such
// number is an InputError or a ParameterError.
[[nodiscard]] unsigned parse_host_threads(const std::string& name, const std::string& text);

class HostThreads {
public:
    // `wanted`: 0 if the user did not say: one, or as many as HEDDLE_TEST_THREADS in the environment says. With that
    // variable all test suites can be run with several threads, which then share every cycle.
    // `recorded`: a waveform, whose changes have one order, is written by one thread.
    HostThreads(unsigned wanted, bool recorded);

    // Before the simulation starts.
    void share_work_of(const std::vector<ClockDomain*>& clocks, bool every_cycle);

    // The threads that took part.
    unsigned used() const;
    // What was shared, or why one thread did everything. Empty if one thread was asked for.
    std::string explanation() const;

private:
    ClockDomain::Sharing sharing() const;

    const unsigned wanted_;
    const bool recorded_, tested_;
    std::optional<WorkerTeam> team_;
    std::vector<ClockDomain*> clocks_;
};

}  // namespace heddle
