#include "heddle/platforms/common/simulation.h"

#include <algorithm>
#include <chrono>
#include <exception>

#include "heddle/base/error.h"
#include "heddle/base/stop_request.h"
#include "heddle/platforms/common/deadlock_report.h"
#include "heddle/platforms/common/interrupt.h"
#include "heddle/platforms/common/text.h"
#include "heddle/platforms/common/unfinished_work.h"

namespace heddle {
namespace {

// SystemC turns what a process throws into a report of its own, while it still handles the exception: here is the only
// place where its type can be seen.
enum class Thrown { other, input_error, stopped };
Thrown thrown = Thrown::other;

void notice_type(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
    try {
        if (const std::exception_ptr cause = std::current_exception()) std::rethrow_exception(cause);
    } catch (const InputError&) {
        thrown = Thrown::input_error;
    } catch (const Stopped&) {
        thrown = Thrown::stopped;
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
        case Kind::time_limit:
            return "time_limit";
        case Kind::interrupted:
            return "interrupted";
        case Kind::deadlock:
            return "deadlock";
        case Kind::fault:
            return "fault";
    }
    return "";
}

Outcome Outcome::stopped(Cycle cycles) {
    const int reason = StopRequest::reason();
    return {reason == StopRequest::time_limit ? Kind::time_limit : Kind::interrupted,
            stop_message(reason) + " before the work was done", cycles};
}

int Outcome::exit_code() const {
    switch (kind) {
        case Kind::finished:
            return 0;
        case Kind::interrupted:
            return stop_exit_code(StopRequest::reason());
        default:
            return bad_input ? 2 : 1;
    }
}

// A slice is long enough that leaving the kernel costs nothing, short enough for a smooth progress line, a watchdog
// that notices in time, and nobody waiting for the effect of Ctrl-C.
void Simulation::run_slice() {
    ClockDomain& clock = machine_.core_clock();
    const Cycle now = clock.now();
    const Cycle cycles =
        std::min({slice_cycles_, max_cycles_ - now, std::max<Cycle>(parameters_.watchdog_cycles / 4, 1)});
    const auto begin = std::chrono::steady_clock::now();
    if (runs_ahead_) clock.run_ahead_until(now + cycles);
    sc_core::sc_start(clock.until(now + cycles), sc_core::SC_RUN_TO_TIME);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (elapsed.count() < 0.01) slice_cycles_ = std::min<Cycle>(slice_cycles_ * 2, 1u << 24);
    if (elapsed.count() > 0.1) slice_cycles_ = std::max<Cycle>(slice_cycles_ / 2, 100);
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

// Looking at every warp of a large machine takes part of a millisecond.
void Simulation::watch_repetition() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_look_) return;
    next_look_ = now + std::chrono::milliseconds(250);
    const Cycle cycle = machine_.core_clock().now();
    if (repetition_.worth_a_look(cycle, retired_, machine_.finished_ctas()))
        repetition_.look(cycle, machine_.running_warps());
}

// Whoever ends a run that would not end wants to know why.
Outcome Simulation::with_reasons(Outcome outcome) const {
    const std::string repetition = repetition_.message();
    if (!repetition.empty()) outcome.message += "; " + repetition;
    if (const std::optional<KernelProgress> kernel = machine_.kernel_progress())
        outcome.message += unfinished_work(*kernel, machine_.running_warps());
    return outcome;
}

Outcome Simulation::deadlock(const std::string& reason) const {
    return {Outcome::Kind::deadlock,
            "deadlock: " + reason + " (" + grouped(machine_.retired_warp_instructions()) +
                " warp instructions retired). Outstanding:\n" + outstanding_work(),
            machine_.core_clock().now()};
}

std::optional<Outcome> Simulation::ended() {
    const Cycle now = machine_.core_clock().now();
    if (machine_.host().done()) return Outcome{Outcome::Kind::finished, "", machine_.host().done_cycle()};
    if (stop_requested()) return with_reasons(Outcome::stopped(now));
    if (!sc_core::sc_pending_activity())
        return deadlock("nothing is left to happen before cycle " + grouped(now) + ", and the work is not done");
    if (is_stuck())
        return deadlock("no warp instruction retired from cycle " + grouped(last_retired_cycle_) + " to cycle " +
                        grouped(now));
    if (now >= max_cycles_)
        return with_reasons({Outcome::Kind::max_cycles, "ended by --max-cycles before the work was done", now});
    return {};
}

Outcome Simulation::run(Progress& progress, const Workload& workload) {
    ClockDomain& clock = machine_.core_clock();
    clock.on_stop_request([] { sc_core::sc_pause(); });
    try {
        // Elaboration and the host's initialisation: their errors are the caller's.
        sc_core::sc_start(sc_core::SC_ZERO_TIME);
    } catch (const Stopped&) {
        return Outcome::stopped(0);
    }
    thrown = Thrown::other;
    sc_core::sc_report_handler::set_handler(notice_type);
    try {
        while (true) {
            run_slice();
            if (std::optional<Outcome> end = ended()) return *end;
            watch_repetition();
            progress.update(
                {clock.now(), retired_, machine_.finished_ctas(), workload.expected_ctas(), repetition_.message()});
        }
    } catch (const sc_core::sc_report& report) {
        if (thrown == Thrown::stopped) return Outcome::stopped(clock.now());
        // An SC_REPORT_ERROR or any exception inside a process: SystemC wraps it, the message is ours.
        return {Outcome::Kind::fault, report.get_msg(), clock.now(), thrown == Thrown::input_error};
    }
}

}  // namespace heddle
