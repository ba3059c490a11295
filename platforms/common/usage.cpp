#include "heddle/platforms/common/usage.h"

#include "heddle/platforms/common/text.h"

namespace heddle {

namespace {

void print_usage(std::ostream& out, const std::string& program, const Platform& platform) {
    out << "heddle " << platform.name() << "\n\n"
        << wrapped(platform.description(), 100, 0) << "\n"
        << "Usage: " << program << " --stimulus FILE [--system NAME] [--config FILE.ini] [--set KEY=VALUE] [...]\n\n"
        << "For example:\n"
        << "  " << program << " --stimulus stimuli/micro/vector_add.stim\n"
        << "  " << program << " --stimulus stimuli/micro/vector_add.stim --stats stats.json --vcd wave.vcd\n\n";
}

void print_systems(std::ostream& out, const Platform& platform) {
    for (const System& system : platform.systems())
        out << system.name << (system.is_baseline ? " (baseline)" : "") << "\n" << wrapped(system.description, 100, 4);
    out << platform.combinations();
}

std::string presets_of(const Platform& platform) {
    const std::vector<std::string> names = platform.preset_names();
    return names.empty() ? "" : wrapped("Presets that --config takes by name: " + listed(names) + ".", 100, 0);
}

}  // namespace

bool explain(std::ostream& out, const CommandLine& line, const Platform& platform) {
    if (line.version) {
        out << "heddle " << platform.name() << " " << HEDDLE_VERSION << " (SystemC " << SC_VERSION << ")\n";
    } else if (line.list_systems) {
        print_systems(out, platform);
    } else if (line.help) {
        print_usage(out, line.program, platform);
        out << command_line_help() << presets_of(platform)
            << "Settings are applied in this order, later ones win: defaults (of the platform's machine, or, if a "
               "--config\n"
               "file says [preset] whole_machine = true, of the modules), --system, --config files, --set.\n"
               "--dump-config lists every parameter with its unit, meaning and value.\n"
               "Outputs: a regular file appears whole or not at all, a link is followed, a device or FIFO is written "
               "to.\n"
               "Ctrl-C (SIGINT, SIGTERM, SIGHUP) ends the run within moments, with table, statistics, waveform and "
               "dumps\n"
               "as far as they are; a second one ends the process at once.\n"
               "Exit codes: 0 done, 1 the simulation failed (deadlock, wrong data, --max-cycles, --max-seconds), 2 bad "
               "input\n"
               "or usage, or an output that could not be written, 128 + N ended by signal N.\n";
    } else if (line.empty) {
        print_usage(out, line.program, platform);
        out << "--help explains all options, --list-systems and --dump-config what can be configured.\n";
    } else {
        return false;
    }
    return true;
}

}  // namespace heddle
