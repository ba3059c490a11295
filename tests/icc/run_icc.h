// Runs the built executables and reads the totals they write.
#pragma once

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

namespace heddle::testing {

// What the statistics file says under "totals": numbers by name, as text.
inline std::map<std::string, std::string> totals_of(const std::string& file) {
    std::ifstream stream(file);
    std::map<std::string, std::string> totals;
    std::string line;
    for (bool inside = false; std::getline(stream, line);) {
        if (line.find("\"totals\": {") != std::string::npos) {
            inside = true;
        } else if (inside && line.find('}') != std::string::npos) {
            break;
        } else if (inside) {
            const auto name = line.find('"'), end = line.find('"', name + 1), colon = line.find(':', end);
            std::string value = line.substr(colon + 2);
            if (value.back() == ',') value.pop_back();
            totals[line.substr(name + 1, end - name - 1)] = value;
        }
    }
    return totals;
}

// `program` on stimuli/<stimulus>.stim; `label` keeps the files of tests that run at the same time apart.
inline std::map<std::string, std::string> run_totals(const std::string& program, const std::string& label,
                                                     const std::string& stimulus, const std::string& options) {
    const std::string file = std::string(HEDDLE_BINARY_DIR) + "/icc_test_" + label + ".json";
    const std::string command = std::string(HEDDLE_BINARY_DIR) + "/bin/" + program + " --quiet --stimulus " +
                                HEDDLE_SOURCE_DIR + "/stimuli/" + stimulus + ".stim --stats " + file + " " + options;
    INFO(command);
    REQUIRE(std::system(command.c_str()) == 0);
    auto totals = totals_of(file);
    REQUIRE(totals.count("cycles") == 1);
    std::remove(file.c_str());
    return totals;
}

}  // namespace heddle::testing
