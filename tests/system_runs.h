// Runs the systems of a platform and reads what they count.
#pragma once

#include <unistd.h>

#include "platform_run.h"
#include "run_totals.h"

namespace heddle::testing {

using TotalsByName = std::map<std::string, std::string>;

inline std::uint64_t count(const TotalsByName& totals, const std::string& name) {
    return std::stoull(totals.at(name));
}

inline std::vector<std::string> systems_of(const std::string& platform) {
    std::vector<std::string> names;
    for (const System& system : make_platform(platform)->systems()) names.push_back(system.name);
    return names;
}

// Tests that run at the same time are processes of their own, so that each has files of its own.
inline TotalsByName run_system(const std::string& platform, const std::string& system, const std::string& stimulus,
                               const std::string& options = "", std::string* digest = nullptr) {
    return run_totals(platform, platform + "_" + std::to_string(getpid()), stimulus,
                      "--system " + system + " " + options, digest);
}

// Shuffled evaluation, spurious ticks, running ahead switched off and a waveform change no statistic of any block.
inline void check_order_and_recording(const std::string& platform, const std::string& system,
                                      const std::string& stimulus, const std::string& options = "") {
    const std::string vcd = std::string(HEDDLE_BINARY_DIR) + "/order_" + std::to_string(getpid()) + ".vcd";
    std::string plain_digest, digest;
    const TotalsByName plain = run_system(platform, system, stimulus, options, &plain_digest);
    for (const std::string& change :
         {std::string("--set sim.evaluation_order_seed=1"), std::string("--set sim.evaluation_order_seed=2"),
          std::string("--set sim.spurious_ticks_seed=1"), std::string("--set sim.run_ahead=false"), "--vcd " + vcd}) {
        INFO(system << " " << change);
        CHECK(run_system(platform, system, stimulus, options + " " + change, &digest) == plain);
        CHECK(digest == plain_digest);
    }
    std::remove(vcd.c_str());
}

}  // namespace heddle::testing
