#include "heddle/platforms/common/configuration.h"

#include <algorithm>

#include "heddle/base/error.h"
#include "heddle/platforms/common/config_file.h"
#include "heddle/platforms/common/text.h"

namespace heddle {

namespace {

System choose_system(const std::vector<System>& systems, const std::string& name) {
    if (name.empty()) return systems.front();
    std::vector<std::string> names;
    for (const System& system : systems) {
        if (system.name == name) return system;
        names.push_back(system.name);
    }
    const std::string near = nearest(name, names);
    throw InputError("--system: no system is called '" + name + "'" +
                     (near.empty() ? "; --list-systems shows them" : "; did you mean " + near + "?"));
}

}  // namespace

Configuration::Configuration(Platform& platform, const CommandLine& line)
    : system_(choose_system(platform.systems(), line.system)) {
    parameters_.group("sim", sim_);
    platform.visit_parameters(parameters_);
    if (std::none_of(line.config_files.begin(), line.config_files.end(), describes_whole_machine))
        platform.apply_preset(parameters_);
    parameters_.take_values_as_defaults();
    for (const System::Setting& setting : system_.settings) set(setting.key, setting.value, "system " + system_.name);
    for (const std::string& file : line.config_files) read_config_file(file, parameters_);
    for (const CommandLine::Setting& setting : line.settings) set(setting.key, setting.value, "--set");
    if (line.seed) set("sim.seed", std::to_string(*line.seed), "--seed");
    validate(platform);
}

void Configuration::set(const std::string& key, const std::string& value, const std::string& origin) {
    try {
        parameters_.set(key, value, origin);
    } catch (const ParameterError& error) {
        throw InputError(origin + ": " + error.what());
    }
}

// A value may be well formed and still make no sense to the block: say who set it.
void Configuration::validate(const Platform& platform) const {
    try {
        sim_.validate("sim");
        platform.validate();
    } catch (const ParameterError& error) {
        const std::string message = error.what(), key = message.substr(0, message.find(": "));
        const std::string origin = parameters_.contains(key) ? parameters_.find(key).origin : "";
        throw InputError((origin.empty() ? "" : origin + ": ") + message);
    }
}

}  // namespace heddle
