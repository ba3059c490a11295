// Runs an executable and reads what its statistics say limited the run.
#pragma once

#include <unistd.h>

#include <algorithm>

#include "run_totals.h"

namespace heddle::testing {

using Settings = std::map<std::string, unsigned>;

inline Settings with(Settings settings, const Settings& more) {
    for (const auto& [key, value] : more) settings[key] = value;
    return settings;
}

struct LimitedRun {
    double cycles = 0, utilisation = 0, mean_utilisation = 0;
    std::string level, resource, parameter;
    std::string limit() const { return level + ": " + resource; }
};

// The value of a key of the object "limited_by", without quotation marks.
inline std::string limit_value(const std::string& file, const std::string& key) {
    std::ifstream stream(file);
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const auto object = text.find("\"limited_by\": {");
    REQUIRE(object != std::string::npos);
    const std::string name = "\"" + key + "\": ";
    const auto begin = text.find(name, object) + name.size();
    std::string value = text.substr(begin, text.find('\n', begin) - begin);
    value.erase(std::remove_if(value.begin(), value.end(), [](char c) { return c == '"' || c == ','; }), value.end());
    return value;
}

// The folder of stimuli that are made for one limit each, as stimuli are named.
constexpr const char* limit_stimuli = "../tests/gpu/limits/";

inline LimitedRun run_to_limit(const std::string& program, const std::string& stimulus, const std::string& options,
                               const Settings& settings) {
    std::string arguments = options;
    for (const auto& [key, value] : settings) arguments += " --set " + key + "=" + std::to_string(value);
    // Tests that run at the same time are processes of their own.
    const std::string file = run_to_statistics(program, "limit_" + std::to_string(getpid()), stimulus, arguments);
    LimitedRun result;
    result.cycles = std::stod(totals_of(file).at("cycles"));
    result.utilisation = std::stod(limit_value(file, "utilisation"));
    result.mean_utilisation = std::stod(limit_value(file, "mean_utilisation"));
    result.level = limit_value(file, "level");
    result.resource = limit_value(file, "resource");
    result.parameter = limit_value(file, "parameter");
    std::remove(file.c_str());
    return result;
}

}  // namespace heddle::testing
