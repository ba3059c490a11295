#include "heddle/platforms/device/gpu_configuration.h"

#include "heddle/base/error.h"
#include "heddle/platforms/common/config_file.h"
#include "heddle/platforms/common/host_threads.h"
#include "heddle/platforms/common/text.h"
#include "heddle/platforms/features/all_features.h"
#include "heddle/platforms/presets/presets.h"

namespace heddle {

GpuConfiguration::GpuConfiguration(const std::string& preset) : features_(all_features()) {
    parameters_.group("sim", sim_);
    for (const auto& feature : features_) feature->visit(parameters_);
    if (preset.empty()) return;
    const std::string* text = find_preset(preset);
    if (!text) throw InputError("no preset is called '" + preset + "'; there are " + listed(preset_names()));
    read_config({"preset " + preset, *text}, parameters_);
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
