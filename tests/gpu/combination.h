// A random program through a machine that has several features.
#pragma once

#include "combined_features.h"
#include "kit/test_scale.h"
#include "platform_run.h"
#include "scattered_words_program.h"

namespace heddle::testing {

inline std::vector<std::string> settings_of(const std::vector<std::string>& names) {
    std::vector<std::string> arguments{"--system", "small",
                                       "--set",    "l1_cache.size_bytes=4096",
                                       "--set",    "decoupled_l1.bytes_per_sm=4096",
                                       "--set",    "l2_slice.size_bytes=16K"};
    for (const std::string& name : names)
        for (const std::string& setting : combined_features().at(name))
            arguments.insert(arguments.end(), {"--set", setting});
    return arguments;
}

// Every loaded value is right, and every binding keeps to the protocol. Returns what the run prints.
inline std::string run_together(const std::vector<std::string>& names) {
    RandomProgramShape program;
    program.ctas = 12;
    program.steps = static_cast<std::uint32_t>(scaled(64, 16));
    CheckingBinder binder;
    return run_checked(
               "gpu", settings_of(names), [&] { return scattered_words(program); }, &binder)
        .out;
}

// What a machine that cannot be built says.
inline std::string refusal_of(const std::vector<std::string>& names) {
    std::vector<std::string> arguments = settings_of(names);
    arguments.insert(arguments.end(), {"--stimulus", "x.stim"});
    return output_of("gpu", arguments, 2);
}

}  // namespace heddle::testing

#define TOGETHER(a, b)                                            \
    TEST_CASE("right data with " a " and " b " in one machine") { \
        run_together({a, b});                                     \
    }
