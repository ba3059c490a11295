// What the preset h200 sets a key to.
#pragma once

#include <catch2/catch.hpp>
#include <fstream>
#include <string>

namespace heddle::testing {

// `key` without its section, where it is in one section only.
inline std::string in_h200(const std::string& key) {
    std::ifstream lines(HEDDLE_SOURCE_DIR "/platforms/presets/h200.ini");
    const std::string begin = key + " = ";
    for (std::string line; std::getline(lines, line);)
        if (line.compare(0, begin.size(), begin) == 0) return line.substr(begin.size());
    FAIL("h200.ini has no line " + begin);
    return "";
}

}  // namespace heddle::testing
