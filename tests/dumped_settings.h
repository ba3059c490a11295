// What --dump-config says of a platform, key by key.
#pragma once

#include <map>
#include <sstream>

#include "platform_run.h"

namespace heddle::testing {

// "section.key" and value of every line of --dump-config.
inline std::map<std::string, std::string> settings_of(const std::string& platform,
                                                      const std::vector<std::string>& arguments) {
    std::vector<std::string> all{"--dump-config"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    std::istringstream text(output_of(platform, all, 0));
    std::map<std::string, std::string> settings;
    std::string section;
    for (std::string line; std::getline(text, line);) {
        if (line.empty() || line[0] == '#') continue;
        const auto equals = line.find(" = ");
        if (line[0] == '[')
            section = line.substr(1, line.find(']') - 1) + ".";
        else if (equals != std::string::npos)
            settings[section + line.substr(0, equals)] = line.substr(equals + 3);
    }
    return settings;
}

}  // namespace heddle::testing
