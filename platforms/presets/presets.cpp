#include "heddle/platforms/presets/presets.h"

#include <map>
#include <stdexcept>

#include "presets/embedded.h"  // made by the build from the .ini files: embedded_presets()

namespace heddle {

const std::string& preset_text(const std::string& name) {
    static const std::map<std::string, std::string> presets = embedded_presets();
    const auto found = presets.find(name);
    if (found == presets.end()) throw std::logic_error("no preset is called " + name);
    return found->second;
}

}  // namespace heddle
