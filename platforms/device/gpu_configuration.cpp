#include "heddle/platforms/device/gpu_configuration.h"

#include <sstream>
#include <stdexcept>

#include "heddle/base/error.h"
#include "heddle/platforms/common/config_file.h"
#include "heddle/platforms/common/host_threads.h"
#include "heddle/platforms/features/all_features.h"
#include "heddle/platforms/presets/presets.h"

namespace heddle {
namespace {

std::string file_of(const std::string& preset) {
    const std::string ending = ".ini";
    const bool ends =
        preset.size() > ending.size() && preset.compare(preset.size() - ending.size(), ending.size(), ending) == 0;
    return ends ? preset : preset + ending;
}

std::string text_of(const std::string& file) {
    try {
        return preset_text(file);
    } catch (const std::logic_error&) {
        throw InputError("no preset is called '" + file +
                         "'; expected a file of platforms/presets, such as qv100 or gtx480");
    }
}

}  // namespace

GpuConfiguration::GpuConfiguration(const std::string& preset) : features_(all_features()) {
    parameters_.group("sim", sim_);
    for (const auto& feature : features_) feature->visit(parameters_);
    if (preset.empty()) return;
    const std::string file = file_of(preset);
    std::istringstream text(text_of(file));
    read_config(text, "platforms/presets/" + file, parameters_);
}

GpuConfiguration& GpuConfiguration::set(const std::string& key, const std::string& value) {
    parameters_.set(key, value, "GpuConfiguration::set");
    return *this;
}

GpuConfiguration& GpuConfiguration::read(const std::string& file) {
    read_config_file(file, parameters_);
    return *this;
}

GpuConfiguration& GpuConfiguration::set_threads(const std::string& text) {
    threads_ = parse_host_threads("GpuConfiguration::set_threads", text);
    return *this;
}

}  // namespace heddle
