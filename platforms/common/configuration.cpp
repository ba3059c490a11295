#include "heddle/platforms/common/configuration.h"

#include <algorithm>
#include <filesystem>

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

// What --config names: a file, or a preset if there is no file of that name.
ConfigText config_of(const Platform& platform, const std::string& name) {
    std::error_code ignored;
    if (!std::filesystem::exists(name, ignored)) {
        if (const std::string* text = platform.preset(name)) return {"preset " + name, *text};
        const std::string near = nearest(name, platform.preset_names());
        if (!near.empty())
            throw InputError("--config: there is no file and no preset '" + name + "'; did you mean the preset " +
                             near + "?");
    }
    return load_config_file(name);
}

}  // namespace

Configuration::Configuration(Platform& platform, const CommandLine& line)
    : system_(choose_system(platform.systems(), line.system)) {
    parameters_.group("sim", sim_);
    platform.visit_parameters(parameters_);
    std::vector<ConfigText> configs;
    for (const std::string& name : line.config_files) configs.push_back(config_of(platform, name));
    if (std::none_of(configs.begin(), configs.end(), describes_whole_machine)) platform.apply_preset(parameters_);
    parameters_.take_values_as_defaults();
    for (const System::Setting& setting : system_.settings) set(setting.key, setting.value, "system " + system_.name);
    for (const ConfigText& config : configs) read_config(config, parameters_);
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
