// Runs the built executables and reads the totals they write.
#pragma once

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace heddle::testing {

// What the statistics file says under "totals": numbers by name, as text.
inline std::map<std::string, std::string> totals_of(const std::string& file) {
    std::ifstream stream(file);
    std::map<std::string, std::string> totals;
    std::string line, name;
    for (bool inside = false; std::getline(stream, line);) {
        if (line.find("\"totals\": {") != std::string::npos) {
            inside = true;
        } else if (inside && line.rfind("  }", 0) == 0) {
            break;
        } else if (inside && line.back() == '{') {
            const auto begin = line.find('"') + 1;
            name = line.substr(begin, line.find('"', begin) - begin);
        } else if (inside && line.find("\"value\": ") != std::string::npos) {
            std::string value = line.substr(line.find(": ") + 2);
            if (value.back() == ',') value.pop_back();
            totals[name] = value;
        }
    }
    return totals;
}

// Everything the statistics file says about modules and kernels, as one number: the same if every statistic is.
inline std::string digest_of(const std::string& file) {
    std::ifstream stream(file);
    std::uint64_t digest = 1469598103934665603u;  // FNV-1a
    std::string line;
    for (bool inside = false; std::getline(stream, line);) {
        // Top-level keys are indented by two; what lies between is theirs.
        if (line.rfind("  \"", 0) == 0)
            inside = line.find("\"modules\"") != std::string::npos || line.find("\"kernels\"") != std::string::npos;
        if (!inside) continue;
        for (const char c : line) digest = (digest ^ static_cast<unsigned char>(c)) * 1099511628211u;
    }
    return std::to_string(digest);
}

// Runs `program` on stimuli/<stimulus>.stim and returns the path of the statistics file, which the caller removes.
// `label` and the number of the process keep the files of tests that run at the same time apart.
inline std::string run_to_statistics(const std::string& program, const std::string& label, const std::string& stimulus,
                                     const std::string& options) {
    const std::string file =
        std::string(HEDDLE_BINARY_DIR) + "/totals_" + label + "_" + std::to_string(getpid()) + ".json";
    const std::string command = std::string(HEDDLE_BINARY_DIR) + "/bin/" + program + " --quiet --stimulus " +
                                HEDDLE_SOURCE_DIR + "/stimuli/" + stimulus + ".stim --stats " + file + " " + options;
    INFO(command);
    REQUIRE(std::system(command.c_str()) == 0);
    return file;
}

// The totals of such a run; `digest` receives a number that stands for all other statistics.
inline std::map<std::string, std::string> run_totals(const std::string& program, const std::string& label,
                                                     const std::string& stimulus, const std::string& options,
                                                     std::string* digest = nullptr) {
    const std::string file = run_to_statistics(program, label, stimulus, options);
    auto totals = totals_of(file);
    REQUIRE(totals.count("cycles") == 1);
    if (digest) *digest = digest_of(file);
    std::remove(file.c_str());
    return totals;
}

}  // namespace heddle::testing
