// The effective configuration of a run: defaults, then the system's settings, then files, then the command line.
#pragma once

#include <string>
#include <vector>

#include "heddle/platforms/common/command_line.h"
#include "heddle/platforms/common/parameter_set.h"
#include "heddle/platforms/common/platform.h"
#include "heddle/platforms/common/sim_parameters.h"

namespace heddle {

class Configuration {
public:
    // Throws InputError that says where the wrong value came from.
    Configuration(Platform& platform, const CommandLine& line);

    const System& system() const { return system_; }
    const SimParameters& sim() const { return sim_; }
    const ParameterSet& parameters() const { return parameters_; }

private:
    void set(const std::string& key, const std::string& value, const std::string& origin);
    void validate(const Platform& platform) const;

    System system_;
    SimParameters sim_;
    ParameterSet parameters_;
};

}  // namespace heddle
