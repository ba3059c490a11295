#include "heddle/platforms/common/command_line.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <sstream>

#include "heddle/base/error.h"
#include "heddle/platforms/common/host_threads.h"
#include "heddle/platforms/common/parse_value.h"
#include "heddle/platforms/common/text.h"

namespace heddle {

namespace po = boost::program_options;

namespace {

using Text = std::string;
using Texts = std::vector<std::string>;

// Values are read as text and converted by our own strict parser: Boost takes "-1" for an unsigned number.
std::vector<po::options_description> topics() {
    po::options_description run("Run", 100), configuration("Configuration", 100), output("Output", 100),
        waveform("Waveform", 100), about("About", 100);
    run.add_options()("stimulus", po::value<Text>()->value_name("FILE"),
                      "what the GPU runs: a .stim file, the kernelslist.g of an Accel-Sim trace, or one packed by "
                      "trace_pack (.htrace); required for a run")("max-cycles", po::value<Text>()->value_name("N"),
                                                                  "end the run after N core cycles (exit code 1)")(
        "max-seconds", po::value<Text>()->value_name("N"),
        "end the run after N seconds of the host's time (exit code 1)")(
        "seed", po::value<Text>()->value_name("N"), "seed of whatever is random; the same as --set sim.seed=N")(
        "threads", po::value<Text>()->value_name("N|auto"),
        "host threads that simulate together (default 1); auto: as many as the host has cores. Results are the same "
        "with any number");
    configuration.add_options()("system", po::value<Text>()->value_name("NAME"),
                                "one of the named systems; --list-systems shows them")(
        "config", po::value<Texts>()->value_name("FILE.ini"),
        "configuration file, or a preset by its name; several: later ones win")(
        "set", po::value<Texts>()->value_name("KEY=VALUE"), "set one parameter, wins over files; repeatable")(
        "list-systems", "list the named systems and end")(
        "dump-config", "print the effective configuration with every parameter's meaning, fit for --config, and end");
    output.add_options()("stats", po::value<Text>()->value_name("FILE.json"), "write all statistics as JSON")(
        "dump", po::value<Texts>()->value_name("BUFFER=FILE"),
        "write what a buffer holds at the end: its elements, little-endian; repeatable")(
        "progress", po::value<Text>()->value_name("auto|on|off"), "progress line; auto: on a terminal")(
        "quiet", "print no table and no progress");
    waveform.add_options()("vcd", po::value<Text>()->value_name("FILE.vcd"), "record a waveform")(
        "vcd-scope", po::value<Text>()->value_name("PATTERN"), "only blocks whose full name matches, with * and ?")(
        "vcd-window", po::value<Text>()->value_name("A:B"), "only core cycles A to B; either may be left out");
    about.add_options()("help", "explain all this")("version", "print the version");
    return {run, configuration, output, waveform, about};
}

po::options_description all_options() {
    po::options_description all;
    for (const auto& topic : topics()) all.add(topic);
    all.add_options()("positional", po::value<Texts>());
    return all;
}

[[noreturn]] void reject_unknown(const std::string& option) {
    Texts known;
    const po::options_description options = all_options();
    for (const auto& description : options.options())
        if (description->long_name() != "positional") known.push_back("--" + description->long_name());
    const std::string near = nearest(option, known);
    throw InputError("unknown option " + option + (near.empty() ? "" : "; did you mean " + near + "?") +
                     " (--help explains all options)");
}

po::variables_map parse(int argc, const char* const* argv) {
    using style = po::command_line_style::style_t;
    po::positional_options_description positional;
    positional.add("positional", -1);
    const po::options_description options = all_options();
    po::variables_map values;
    try {
        // No guessing from prefixes: --vcd-s must not silently become --vcd-scope.
        const int strict = style::allow_long | style::long_allow_adjacent | style::long_allow_next;
        auto parser = po::command_line_parser(argc, argv);
        po::store(parser.options(options).positional(positional).style(strict).run(), values);
    } catch (const po::unknown_option& error) {
        reject_unknown(error.get_option_name());
    } catch (const po::multiple_occurrences& error) {
        throw InputError("option " + error.get_option_name() + " is given more than once");
    } catch (const po::invalid_command_line_syntax& error) {
        if (error.kind() == po::invalid_syntax::missing_parameter)
            throw InputError("option " + error.get_option_name() + " needs a value");
        throw InputError(error.what());
    } catch (const po::error& error) {
        throw InputError(error.what());
    }
    return values;
}

CommandLine::Setting parse_setting(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw InputError("--set '" + text + "', expected KEY=VALUE such as l2_slice.size_bytes=1M");
    return {trimmed(text.substr(0, equals)), trimmed(text.substr(equals + 1))};
}

std::vector<CommandLine::Dump> parse_dumps(const Texts& texts) {
    std::vector<CommandLine::Dump> dumps;
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
            throw InputError("--dump '" + text + "', expected BUFFER=FILE such as C=c.bin");
        dumps.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
    return dumps;
}

void parse_window(const std::string& text, CommandLine& line) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos || text.size() == 1)
        throw InputError("--vcd-window '" + text + "', expected A:B in core cycles, such as 1000:2000");
    const std::string from = text.substr(0, colon), to = text.substr(colon + 1);
    if (!from.empty()) line.vcd_from = parse_whole("--vcd-window", from, "cycles");
    if (!to.empty()) line.vcd_to = parse_whole("--vcd-window", to, "cycles");
    if (line.vcd_from >= line.vcd_to)
        throw InputError("--vcd-window '" + text + "' is empty, expected A:B with A before B");
}

double parse_seconds(const std::string& text) {
    const double seconds = parse_real("--max-seconds", text);
    if (seconds <= 0) throw InputError("--max-seconds is " + text + ", expected more than 0");
    constexpr double century = 100.0 * 366 * 24 * 3600;  // no timer of the system is asked for more
    return std::min(seconds, century);
}

CommandLine::Progress parse_progress(const std::string& text) {
    if (text == "auto") return CommandLine::Progress::automatic;
    if (text == "on") return CommandLine::Progress::on;
    if (text == "off") return CommandLine::Progress::off;
    throw InputError("--progress is '" + text + "', expected auto, on or off");
}

void require_sense(const CommandLine& line, const po::variables_map& values) {
    if (values.count("positional")) {
        const std::string& word = values["positional"].as<Texts>().front();
        if (word.size() > 1 && word.front() == '-') reject_unknown(word);
        throw InputError("unexpected argument '" + word + "'; a stimulus is given as --stimulus " + word);
    }
    if (values.count("vcd-scope") && line.vcd_scope.empty())
        throw InputError("--vcd-scope is empty, expected a pattern of block names, such as 'gpu.l2*'");
    if (line.vcd_file.empty() && (values.count("vcd-scope") || values.count("vcd-window")))
        throw InputError("--vcd-scope and --vcd-window need --vcd FILE.vcd");
    for (const char* option : {"stimulus", "stats", "vcd", "system"})
        if (values.count(option) && values[option].as<Text>().empty())
            throw InputError(std::string("--") + option + " is empty, expected a name");
}

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv) {
    const po::variables_map values = parse(argc, argv);
    const auto text = [&](const char* option) { return values.count(option) ? values[option].as<Text>() : ""; };
    CommandLine line;
    if (argc > 0) line.program = argv[0];
    line.empty = argc <= 1;
    line.help = values.count("help");
    line.version = values.count("version");
    line.list_systems = values.count("list-systems");
    line.dump_config = values.count("dump-config");
    line.quiet = values.count("quiet");
    line.stimulus = text("stimulus");
    line.system = text("system");
    if (values.count("config")) line.config_files = values["config"].as<Texts>();
    if (values.count("set"))
        for (const std::string& setting : values["set"].as<Texts>()) line.settings.push_back(parse_setting(setting));
    line.stats_file = text("stats");
    if (values.count("dump")) line.dumps = parse_dumps(values["dump"].as<Texts>());
    line.vcd_file = text("vcd");
    line.vcd_scope = text("vcd-scope");
    if (values.count("vcd-window")) parse_window(text("vcd-window"), line);
    if (values.count("max-cycles")) line.max_cycles = parse_whole("--max-cycles", text("max-cycles"), "cycles");
    if (line.max_cycles == 0) throw InputError("--max-cycles is 0, expected at least 1");
    if (values.count("max-seconds")) line.max_seconds = parse_seconds(text("max-seconds"));
    if (values.count("seed")) line.seed = parse_whole("--seed", text("seed"), "");
    if (values.count("threads")) line.threads = parse_host_threads("--threads", text("threads"));
    if (values.count("progress")) line.progress = parse_progress(text("progress"));
    require_sense(line, values);
    return line;
}

std::string command_line_help() {
    std::ostringstream out;
    for (const auto& topic : topics()) out << topic << "\n";
    return out.str();
}

}  // namespace heddle
