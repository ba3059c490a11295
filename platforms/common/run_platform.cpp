#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <regex>

#include "heddle/base/error.h"
#include "heddle/base/stop_request.h"
#include "heddle/base/waveform.h"
#include "heddle/platforms/common/command_line.h"
#include "heddle/platforms/common/complaints.h"
#include "heddle/platforms/common/config_file.h"
#include "heddle/platforms/common/configuration.h"
#include "heddle/platforms/common/host_threads.h"
#include "heddle/platforms/common/huge_pages.h"
#include "heddle/platforms/common/interrupt.h"
#include "heddle/platforms/common/platform.h"
#include "heddle/platforms/common/run_outputs.h"
#include "heddle/platforms/common/simulation.h"
#include "heddle/platforms/common/standard_output.h"
#include "heddle/platforms/common/stats_file.h"
#include "heddle/platforms/common/text.h"
#include "heddle/platforms/common/usage.h"

namespace heddle {

namespace {

// SystemC prints its copyright before sc_main unless this is set; --version names SystemC instead.
[[maybe_unused]] const int banner_is_off = setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);

class Run {
public:
    Run(Platform& platform, RunEnvironment& environment, const CommandLine& line)
        : platform_(platform), environment_(environment), line_(line), configuration_(platform, line) {}

    void dump_config() const;
    void simulate(Complaints& complaints);

private:
    std::unique_ptr<Waveform> record(std::ostream& out, const ClockDomain& clock) const;
    void warn_of_empty_window(Cycle end) const;
    Outcome run(Machine& machine, const Workload& workload, OutputFile* vcd, double& seconds) const;
    void report(Machine& machine, const Outcome& outcome, const CheckResult& check, const HostFigures& figures,
                OutputFile* stats) const;
    std::string title() const;
    void print(Machine& machine, const Outcome& outcome, const CheckResult& check, const TotalsTable& table,
               const Snapshot& end, const Limit& limit, const HostFigures& figures) const;

    Platform& platform_;
    RunEnvironment& environment_;
    const CommandLine& line_;
    Configuration configuration_;
};

void Run::dump_config() const {
    environment_.out << "# heddle " << platform_.name() << ", system " << configuration_.system().name << "\n";
    write_config(environment_.out, configuration_.parameters());
}

void find_clocks(const std::vector<sc_core::sc_object*>& objects, std::vector<ClockDomain*>& clocks) {
    for (sc_core::sc_object* object : objects) {
        if (auto* clock = dynamic_cast<ClockDomain*>(object)) clocks.push_back(clock);
        find_clocks(object->get_child_objects(), clocks);
    }
}

std::vector<ClockDomain*> all_clocks() {
    std::vector<ClockDomain*> clocks;
    find_clocks(sc_core::sc_get_top_level_objects(), clocks);
    return clocks;
}

// The blocks with signals as --vcd-scope may name them, with * for their numbers: gpu.l1.cache_* is sixty caches.
std::string block_patterns() {
    static const std::regex number("_[0-9]+");
    std::vector<std::string> patterns;
    for_each_block(nullptr, [&](Block& block) {
        const std::string pattern = std::regex_replace(block.name(), number, "_*");
        const bool known = std::find(patterns.begin(), patterns.end(), pattern) != patterns.end();
        if (!block.signals().empty() && !known) patterns.push_back(pattern);
    });
    return listed(patterns);
}

std::unique_ptr<Waveform> Run::record(std::ostream& out, const ClockDomain& clock) const {
    const std::uint64_t period = clock.period().value();
    const auto ticks = [&](Cycle cycle) { return cycle < never / period ? cycle * period : never; };
    const Waveform::Window window{ticks(line_.vcd_from), ticks(line_.vcd_to)};
    auto waveform = std::make_unique<Waveform>(out, line_.vcd_scope, window);
    // Before the run, and before the file gets its name: a typo must not replace an older waveform by an empty one.
    if (waveform->signal_count() == 0)
        throw InputError("--vcd-scope '" + line_.vcd_scope + "' matches no block with signals; there are " +
                         block_patterns());
    return waveform;
}

void Run::warn_of_empty_window(Cycle end) const {
    environment_.err << "heddle " << platform_.name() << ": warning: " << line_.vcd_file
                     << ": no change recorded: the run ended at cycle " << end << ", and --vcd-window begins at cycle "
                     << line_.vcd_from << std::endl;
}

Outcome Run::run(Machine& machine, const Workload& workload, OutputFile* vcd, double& seconds) const {
    const bool terminal = &environment_.err == &std::cerr && isatty(STDERR_FILENO);
    const bool wanted =
        line_.progress == CommandLine::Progress::on || (line_.progress == CommandLine::Progress::automatic && terminal);
    std::unique_ptr<Waveform> waveform;
    if (vcd) waveform = record(vcd->stream(), machine.core_clock());
    Progress progress(environment_.err, wanted && !line_.quiet, terminal);
    Simulation simulation(machine, configuration_.sim(), line_.max_cycles);
    // A waveform, another clock, or what a binder puts on the bindings would see the kernel's time stand still.
    if (configuration_.sim().run_ahead && !waveform && !environment_.binder && all_clocks().size() == 1)
        simulation.run_ahead();
    Outcome outcome = simulation.run(progress, workload);
    seconds = progress.seconds();
    progress.clear();
    if (waveform) {
        waveform->close();
        if (line_.vcd_from > outcome.cycles) warn_of_empty_window(outcome.cycles);
    }
    return outcome;
}

std::uint64_t peak_rss_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;  // Linux counts in KiB
}

// A check that was stopped says nothing about the data.
CheckResult check_data(Host& host, Outcome& outcome) {
    if (outcome.kind != Outcome::Kind::finished) return {};
    try {
        return host.check();
    } catch (const Stopped&) {
        outcome = Outcome::stopped(outcome.cycles);
    } catch (const InputError& error) {
        outcome = {Outcome::Kind::fault, error.what(), outcome.cycles, true};
    }
    return {};
}

void complain_unless_right(const Outcome& outcome, const CheckResult& check, Complaints& complaints) {
    if (outcome.kind != Outcome::Kind::finished) {
        const std::string place = outcome.bad_input ? "" : "cycle " + std::to_string(outcome.cycles) + ": ";
        complaints.add(outcome.exit_code(), place + outcome.message);
        return;
    }
    if (!check.mismatches) return;
    std::string message =
        std::to_string(check.mismatches) + " of " + std::to_string(check.checked_values) + " checked values are wrong";
    for (const std::string& mismatch : check.messages) message += "\n  " + mismatch;
    if (check.mismatches > check.messages.size())
        message += "\n  ... and " + std::to_string(check.mismatches - check.messages.size()) + " more";
    complaints.add(1, message);
}

void Run::simulate(Complaints& complaints) {
    if (line_.stimulus.empty()) throw InputError("nothing to run: --stimulus FILE is missing (--help explains)");
    RunOutputs outputs(line_);
    const std::unique_ptr<Workload> workload = platform_.open_stimulus(line_.stimulus);
    outputs.open_dumps(*workload);
    Binder plain;
    Binder& binder = environment_.binder ? *environment_.binder : plain;
    const RunOptions options{configuration_.system().name, configuration_.sim().seed};
    HostThreads threads(line_.threads, outputs.waveform());
    const std::unique_ptr<Machine> machine = platform_.build(options, *workload, binder);
    machine->host().set_totals(machine->totals_table());
    for (ClockDomain* clock : all_clocks()) {
        clock->set_evaluation_order_seed(configuration_.sim().evaluation_order_seed);
        clock->set_spurious_ticks_seed(configuration_.sim().spurious_ticks_seed);
    }
    threads.share_work_of(all_clocks(), configuration_.sim().share_every_cycle);

    HostFigures figures;
    Outcome outcome = run(*machine, *workload, outputs.waveform(), figures.seconds);
    figures.threads = threads.used();
    figures.about_threads = threads.explanation();
    const CheckResult check = check_data(machine->host(), outcome);
    figures.peak_rss_bytes = peak_rss_bytes();
    report(*machine, outcome, check, figures, outputs.statistics());
    environment_.out << std::flush;
    complain_unless_right(outcome, check, complaints);
    outputs.finish(machine->host().memory(), complaints);
}

void Run::report(Machine& machine, const Outcome& outcome, const CheckResult& check, const HostFigures& figures,
                 OutputFile* stats) const {
    const Host& host = machine.host();
    Snapshot end = host.statistics().take(outcome.cycles);
    // A fault may happen in a cycle that the kernel's time has not reached.
    end.time = std::max(end.time, machine.core_clock().period() * static_cast<double>(outcome.cycles));
    const TotalsTable table = machine.totals_table();
    const Limit limit = find_limit(machine.path_use({host.statistics(), end}));
    if (stats) {
        const char* word = check.mismatches ? "mismatch" : Outcome::name(outcome.kind);
        write_stats(stats->stream(),
                    {platform_.name(), configuration_.system().name, line_.stimulus, word, configuration_.parameters(),
                     table, host.statistics(), end, host.kernel_runs(), check, figures, limit});
    }
    if (!line_.quiet) print(machine, outcome, check, table, end, limit, figures);
}

// The system, and the files that may have made another machine of it.
std::string Run::title() const {
    std::string machine = configuration_.system().name;
    for (const std::string& file : line_.config_files)
        machine += ", " + std::filesystem::path(file).filename().string();
    return platform_.name() + " (" + machine + ") on " + line_.stimulus;
}

void Run::print(Machine& machine, const Outcome& outcome, const CheckResult& check, const TotalsTable& table,
                const Snapshot& end, const Limit& limit, const HostFigures& figures) const {
    std::ostream& out = environment_.out;
    const Host& host = machine.host();
    write_result_table(out, title(), machine, Totals(table, host.statistics(), end), limit, figures);
    if (host.kernel_runs().size() > 1) write_kernel_table(out, host.kernel_runs());
    if (outcome.kind != Outcome::Kind::finished) return;
    out << "Data check: ";
    if (check.checked_values)
        out << grouped(check.checked_values) << " values, " << grouped(check.mismatches) << " mismatches\n";
    else
        out << "the stimulus expects nothing\n";
}

void run_command(int argc, const char* const* argv, Platform& platform, RunEnvironment& environment,
                 Complaints& complaints) {
    const CommandLine line = parse_command_line(argc, argv);
    std::optional<TimeLimit> limit;
    if (line.max_seconds) limit.emplace(*line.max_seconds);
    if (explain(environment.out, line, platform)) return;
    Run run(platform, environment, line);
    if (line.dump_config)
        run.dump_config();
    else
        run.simulate(complaints);
}

void complain_about_stop(Complaints& complaints) {
    const int reason = StopRequest::reason();
    complaints.add(stop_exit_code(reason), stop_message(reason) + " before the simulation began");
}

void complain_about_standard_output(int error, Complaints& complaints) {
    // A reader that has seen enough (`| head`) is no reason for a message.
    if (error == EPIPE)
        complaints.add(128 + SIGPIPE);
    else
        complaints.add(2, std::string("standard output: cannot be written (") + std::strerror(error) + ")");
}

}  // namespace

int run_platform(int argc, const char* const* argv, Platform& platform, RunEnvironment environment) {
    prefer_huge_pages();
    std::optional<StandardOutput> standard_output;
    if (&environment.out == &std::cout) standard_output.emplace();
    const InterruptWatch watch;
    Complaints complaints(environment.err, platform.name());
    try {
        run_command(argc, argv, platform, environment, complaints);
    } catch (const Stopped&) {
        complain_about_stop(complaints);
    } catch (const InputError& error) {
        // A signal that interrupts the reading of a file makes it look unreadable.
        if (stop_requested())
            complain_about_stop(complaints);
        else
            complaints.add(2, error.what());
    } catch (const ParameterError& error) {
        complaints.add(2, error.what());
    } catch (const sc_core::sc_report& report) {
        complaints.add(1, report.get_msg());
    } catch (const std::bad_alloc& error) {
        complaints.add(1, std::string("out of memory: ") + error.what());
    } catch (const std::exception& error) {
        complaints.add(1, error.what());
    }
    if (const int error = standard_output ? standard_output->flush() : 0)
        complain_about_standard_output(error, complaints);
    return complaints.code();
}

}  // namespace heddle
