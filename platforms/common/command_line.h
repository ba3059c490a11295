// The command line, the same for every platform executable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "heddle/base/cycle.h"

namespace heddle {

struct CommandLine {
    enum class Progress { automatic, on, off };

    std::string program;  // as the user called it
    bool empty = false;   // no arguments at all
    bool help = false, version = false, list_systems = false, dump_config = false, quiet = false;
    std::string stimulus;
    std::string system;
    std::vector<std::string> config_files;
    struct Setting {
        std::string key, value;
    };
    std::vector<Setting> settings;
    std::string stats_file;
    struct Dump {
        std::string buffer, file;
    };
    std::vector<Dump> dumps;
    std::string vcd_file, vcd_scope;
    Cycle vcd_from = 0, vcd_to = never;
    Cycle max_cycles = never;
    std::optional<double> max_seconds;  // of the host's time
    std::optional<std::uint64_t> seed;
    unsigned threads = 0;  // of the host; 0: the user did not say
    Progress progress = Progress::automatic;
};

// Throws InputError with what is wrong and what was expected.
CommandLine parse_command_line(int argc, const char* const* argv);

// The explanation of all options, by topic.
std::string command_line_help();

}  // namespace heddle
