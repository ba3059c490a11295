#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>

#include "heddle/base/error.h"
#include "heddle/base/waveform.h"
#include "heddle/platforms/common/buffer_dump.h"
#include "heddle/platforms/common/command_line.h"
#include "heddle/platforms/common/config_file.h"
#include "heddle/platforms/common/configuration.h"
#include "heddle/platforms/common/huge_pages.h"
#include "heddle/platforms/common/output_file.h"
#include "heddle/platforms/common/platform.h"
#include "heddle/platforms/common/simulation.h"
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

    int dump_config() const;
    int simulate();

private:
    std::unique_ptr<Waveform> open_waveform(const ClockDomain& clock) const;
    Outcome run(Machine& machine, const Workload& workload, double& seconds) const;
    void report(Machine& machine, const Outcome& outcome, const CheckResult& check, const HostFigures& figures,
                OutputFile* stats) const;
    void print(Machine& machine, const Outcome& outcome, const CheckResult& check, const TotalsTable& table,
               const Snapshot& end, const Limit& limit, const HostFigures& figures) const;

    Platform& platform_;
    RunEnvironment& environment_;
    const CommandLine& line_;
    Configuration configuration_;
};

int Run::dump_config() const {
    environment_.out << "# heddle " << platform_.name() << ", system " << configuration_.system().name << "\n";
    write_config(environment_.out, configuration_.parameters());
    return 0;
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

std::string name_of_a_block() {
    std::string name;
    for_each_block(nullptr, [&](Block& block) {
        if (!block.signals().empty()) name = block.name();
    });
    return name;
}

std::unique_ptr<Waveform> Run::open_waveform(const ClockDomain& clock) const {
    if (line_.vcd_file.empty()) return nullptr;
    const std::uint64_t period = clock.period().value();
    const auto ticks = [&](Cycle cycle) { return cycle < never / period ? cycle * period : never; };
    const Waveform::Window window{ticks(line_.vcd_from), ticks(line_.vcd_to)};
    // Looked for before the file is opened: a pattern with a typo must not replace an older waveform by an empty one.
    bool any = false;
    for_each_block(nullptr, [&](Block& block) {
        any |= !block.signals().empty() && (line_.vcd_scope.empty() || matches(line_.vcd_scope, block.name()));
    });
    if (!any)
        throw InputError("--vcd-scope '" + line_.vcd_scope +
                         "' matches no block with signals, expected a name such as " + name_of_a_block());
    return std::make_unique<Waveform>(line_.vcd_file, line_.vcd_scope, window);
}

Outcome Run::run(Machine& machine, const Workload& workload, double& seconds) const {
    const bool terminal = &environment_.err == &std::cerr && isatty(STDERR_FILENO);
    const bool wanted =
        line_.progress == CommandLine::Progress::on || (line_.progress == CommandLine::Progress::automatic && terminal);
    const std::unique_ptr<Waveform> waveform = open_waveform(machine.core_clock());
    Progress progress(environment_.err, wanted && !line_.quiet, terminal);
    Simulation simulation(machine, configuration_.sim(), line_.max_cycles);
    // A waveform, another clock, or what a binder puts on the bindings would see the kernel's time stand still.
    if (configuration_.sim().run_ahead && !waveform && !environment_.binder && all_clocks().size() == 1)
        simulation.run_ahead();
    Outcome outcome = simulation.run(progress, workload);
    seconds = progress.seconds();
    progress.clear();
    if (waveform) waveform->close();
    return outcome;
}

std::uint64_t peak_rss_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;  // Linux counts in KiB
}

// Throws SimulationError for everything but a finished run with the right data.
void require_success(const Outcome& outcome, const CheckResult& check) {
    if (outcome.bad_input) throw InputError(outcome.message);
    if (outcome.kind != Outcome::Kind::finished)
        throw SimulationError("cycle " + std::to_string(outcome.cycles) + ": " + outcome.message);
    if (!check.mismatches) return;
    std::string message =
        std::to_string(check.mismatches) + " of " + std::to_string(check.checked_values) + " checked values are wrong";
    for (const std::string& mismatch : check.messages) message += "\n  " + mismatch;
    if (check.mismatches > check.messages.size())
        message += "\n  ... and " + std::to_string(check.mismatches - check.messages.size()) + " more";
    throw SimulationError(message);
}

int Run::simulate() {
    if (line_.stimulus.empty()) throw InputError("nothing to run: --stimulus FILE is missing (--help explains)");
    std::optional<OutputFile> stats;
    if (!line_.stats_file.empty()) stats.emplace(line_.stats_file);
    const std::unique_ptr<Workload> workload = platform_.open_stimulus(line_.stimulus);
    BufferDump dump(line_.dumps, *workload);
    Binder plain;
    Binder& binder = environment_.binder ? *environment_.binder : plain;
    const RunOptions options{configuration_.system().name, configuration_.sim().seed};
    const std::unique_ptr<Machine> machine = platform_.build(options, *workload, binder);
    for (ClockDomain* clock : all_clocks())
        clock->set_evaluation_order_seed(configuration_.sim().evaluation_order_seed);

    HostFigures figures;
    const Outcome outcome = run(*machine, *workload, figures.seconds);
    const CheckResult check = outcome.kind == Outcome::Kind::finished ? machine->host().check() : CheckResult{};
    figures.peak_rss_bytes = peak_rss_bytes();
    report(*machine, outcome, check, figures, stats ? &*stats : nullptr);
    dump.write(machine->host().memory());
    require_success(outcome, check);
    return 0;
}

void Run::report(Machine& machine, const Outcome& outcome, const CheckResult& check, const HostFigures& figures,
                 OutputFile* stats) const {
    const Host& host = machine.host();
    const Snapshot end = host.statistics().take(outcome.cycles);
    const TotalsTable table = machine.totals_table();
    const Limit limit = find_limit(machine.path_use({host.statistics(), end}));
    if (stats) {
        const char* word = check.mismatches ? "mismatch" : Outcome::name(outcome.kind);
        write_stats(stats->stream(),
                    {platform_.name(), configuration_.system().name, line_.stimulus, word, configuration_.parameters(),
                     table, host.statistics(), end, host.kernel_runs(), check, figures, limit});
        stats->finish();
    }
    if (!line_.quiet) print(machine, outcome, check, table, end, limit, figures);
}

void Run::print(Machine& machine, const Outcome& outcome, const CheckResult& check, const TotalsTable& table,
                const Snapshot& end, const Limit& limit, const HostFigures& figures) const {
    std::ostream& out = environment_.out;
    const Host& host = machine.host();
    write_result_table(out, platform_.name() + " (" + configuration_.system().name + ") on " + line_.stimulus, machine,
                       Totals(table, host.statistics(), end), limit, figures);
    if (host.kernel_runs().size() > 1) write_kernel_table(out, table, host.statistics(), host.kernel_runs());
    if (outcome.kind != Outcome::Kind::finished) return;
    out << "Data check: ";
    if (check.checked_values)
        out << grouped(check.checked_values) << " values, " << grouped(check.mismatches) << " mismatches\n";
    else
        out << "the stimulus expects nothing\n";
}

int run_command(int argc, const char* const* argv, Platform& platform, RunEnvironment& environment) {
    const CommandLine line = parse_command_line(argc, argv);
    if (explain(environment.out, line, platform)) return 0;
    Run run(platform, environment, line);
    return line.dump_config ? run.dump_config() : run.simulate();
}

}  // namespace

int run_platform(int argc, const char* const* argv, Platform& platform, RunEnvironment environment) {
    prefer_huge_pages();
    int code = 0;
    std::string message;
    try {
        return run_command(argc, argv, platform, environment);
    } catch (const InputError& error) {
        code = 2;
        message = error.what();
    } catch (const ParameterError& error) {
        code = 2;
        message = error.what();
    } catch (const sc_core::sc_report& report) {
        code = 1;
        message = report.get_msg();
    } catch (const std::exception& error) {
        code = 1;
        message = error.what();
    }
    environment.out << std::flush;
    environment.err << "heddle " << platform.name() << ": error: " << message << std::endl;
    return code;
}

}  // namespace heddle
