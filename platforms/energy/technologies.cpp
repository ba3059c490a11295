#include "heddle/platforms/energy/technologies.h"

#include <map>
#include <sstream>

#include "heddle/platforms/common/config_file.h"
#include "technologies/embedded.h"  // made by the build from the .ini files: embedded_technologies()

namespace heddle {
namespace {

constexpr const char* ending = ".ini";

bool is_path(const std::string& name) {
    return name.find('/') != std::string::npos || (name.size() > 4 && name.substr(name.size() - 4) == ending);
}

// Throws for a name that no file has.
void read_embedded(const std::string& name, const std::string& key, ParameterSet& parameters) {
    static const std::map<std::string, std::string> files = embedded_technologies();
    const auto found = files.find(name + ending);
    if (found == files.end()) {
        std::string names;
        for (const auto& [file, text] : files) names += file.substr(0, file.size() - 4) + ", ";
        throw ParameterError(key,
                             "is '" + name + "', expected " + names + "none, or the path of a file that ends in .ini");
    }
    std::istringstream text(found->second);
    read_config(text, "platforms/energy/" + found->first, parameters);
}

}  // namespace

Technology read_technology(const std::string& name, const std::string& key) {
    Technology technology;
    ParameterSet parameters;
    technology.visit(parameters);
    if (is_path(name))
        read_config_file(name, parameters);
    else
        read_embedded(name, key, parameters);
    try {
        technology.validate();
    } catch (const ParameterError& error) {
        throw InputError(name + ": " + error.what());
    }
    return technology;
}

}  // namespace heddle
