// Runs the elaborated machine to its end, and knows the ways in which it can end.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "heddle/platforms/common/platform.h"
#include "heddle/platforms/common/progress.h"
#include "heddle/platforms/common/repetition_watch.h"
#include "heddle/platforms/common/sim_parameters.h"

namespace heddle {

struct Outcome {
    enum class Kind { finished, max_cycles, time_limit, interrupted, deadlock, fault };
    Kind kind = Kind::finished;
    std::string message;  // empty when finished
    Cycle cycles = 0;
    bool bad_input = false;  // the fault is a mistake in a file that is read while the simulation runs

    // What a StopRequest, which has been made, leads to.
    static Outcome stopped(Cycle cycles);
    int exit_code() const;
    static const char* name(Kind kind);
};

class Simulation {
public:
    Simulation(Machine& machine, const SimParameters& parameters, Cycle max_cycles)
        : machine_(machine), parameters_(parameters), max_cycles_(max_cycles) {}

    // Nothing but the core clock's modules takes part: see ClockDomain::run_ahead_until.
    void run_ahead() { runs_ahead_ = true; }
    // Ends within moments of a StopRequest. Throws what elaboration and the start of simulation throw, Stopped
    // excepted; what happens later is in the outcome.
    Outcome run(Progress& progress, const Workload& workload);

private:
    std::optional<Outcome> ended();
    void run_slice();
    bool is_stuck();
    void watch_repetition();
    Outcome with_reasons(Outcome outcome) const;
    Outcome deadlock(const std::string& reason) const;

    Machine& machine_;
    const SimParameters& parameters_;
    const Cycle max_cycles_;
    bool runs_ahead_ = false;
    Cycle slice_cycles_ = 1000;
    std::uint64_t retired_ = 0;
    Cycle last_retired_cycle_ = 0;
    RepetitionWatch repetition_;
    std::chrono::steady_clock::time_point next_look_ = std::chrono::steady_clock::now();
};

}  // namespace heddle
