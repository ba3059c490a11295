#include "heddle/platforms/common/simulation.h"

#include <algorithm>
#include <chrono>
#include <exception>

#include "heddle/base/error.h"
#include "heddle/platforms/common/deadlock_report.h"
#include "heddle/platforms/common/text.h"

namespace heddle {
namespace {

// SystemC turns what a process throws into a report of its own, while it still handles the exception: here is the only
// place where its type can be seen.
bool threw_input_error = false;

void notice_input_error(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
    try {
        if (const std::exception_ptr cause = std::current_exception()) std::rethrow_exception(cause);
    } catch (const InputError&) {
        threw_input_error = true;
    } catch (...) {
    }
    sc_core::sc_report_handler::default_handler(report, actions);
}

}  // namespace

const char* Outcome::name(Kind kind) {
    switch (kind) {
        case Kind::finished:
            return "finished";
        case Kind::max_cycles:
            return "max_cycles";
        case Kind::deadlock:
            return "deadlock";
        case Kind::fault:
            return "fault";
    }
    return "";
}

// A slice is long enough that leaving the kernel costs nothing, short enough for a smooth progress line and a watchdog
// that notices in time.
void Simulation::run_slice() {
    ClockDomain& clock = machine_.core_clock();
    const Cycle now = clock.now();
    const Cycle cycles =
        std::min({slice_cycles_, max_cycles_ - now, std::max<Cycle>(parameters_.watchdog_cycles / 4, 1)});
    const auto begin = std::chrono::steady_clock::now();
    if (runs_ahead_) clock.run_ahead_until(now + cycles);
    sc_core::sc_start(clock.until(now + cycles), sc_core::SC_RUN_TO_TIME);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (elapsed.count() < 0.02) slice_cycles_ = std::min<Cycle>(slice_cycles_ * 2, 1u << 24);
    if (elapsed.count() > 0.2) slice_cycles_ = std::max<Cycle>(slice_cycles_ / 2, 100);
}

bool Simulation::is_stuck() {
    const Cycle now = machine_.core_clock().now();
    const std::uint64_t retired = machine_.retired_warp_instructions();
    if (retired != retired_) {
        retired_ = retired;
        last_retired_cycle_ = now;
    }
    return now - last_retired_cycle_ >= parameters_.watchdog_cycles;
}

Outcome Simulation::deadlock(const std::string& reason) const {
    return {Outcome::Kind::deadlock,
            "deadlock: " + reason + " (" + grouped(machine_.retired_warp_instructions()) +
                " warp instructions retired). Outstanding:\n" + outstanding_work(),
            machine_.core_clock().now()};
}

Outcome Simulation::run(Progress& progress, const Workload& workload) {
    ClockDomain& clock = machine_.core_clock();
    sc_core::sc_start(
        sc_core::SC_ZERO_TIME);  // elaboration and the host's initialisation: their errors are the caller's
    threw_input_error = false;
    sc_core::sc_report_handler::set_handler(notice_input_error);
    try {
        while (true) {
            run_slice();
            const Cycle now = clock.now();
            if (machine_.host().done()) return {Outcome::Kind::finished, "", machine_.host().done_cycle()};
            if (!sc_core::sc_pending_activity())
                return deadlock("nothing is left to happen before cycle " + grouped(now) +
                                ", and the work is not done");
            if (is_stuck())
                return deadlock("no warp instruction retired from cycle " + grouped(last_retired_cycle_) +
                                " to cycle " + grouped(now));
            if (now >= max_cycles_)
                return {Outcome::Kind::max_cycles, "ended by --max-cycles before the work was done", now};
            progress.update({now, retired_, machine_.finished_ctas(), workload.expected_ctas()});
        }
    } catch (const sc_core::sc_report& report) {
        // An SC_REPORT_ERROR or any exception inside a process: SystemC wraps it, the message is ours.
        return {Outcome::Kind::fault, report.get_msg(), clock.now(), threw_input_error};
    }
}

}  // namespace heddle
