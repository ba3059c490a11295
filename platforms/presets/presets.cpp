#include "heddle/platforms/presets/presets.h"

#include <filesystem>
#include <map>

#include "presets/embedded.h"  // made by the build from the .ini files: embedded_presets()

namespace heddle {
namespace {

// By the name of the file.
const std::map<std::string, std::string>& presets() {
    static const std::map<std::string, std::string> presets = embedded_presets();
    return presets;
}

}  // namespace

std::vector<std::string> preset_names() {
    std::vector<std::string> names;
    for (const auto& preset : presets()) names.push_back(std::filesystem::path(preset.first).stem().string());
    return names;
}

const std::string* find_preset(const std::string& name) {
    for (const std::string& file : {name, name + ".ini"})
        if (const auto found = presets().find(file); found != presets().end()) return &found->second;
    return nullptr;
}

}  // namespace heddle
