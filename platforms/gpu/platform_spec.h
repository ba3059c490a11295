// A platform as data: a paper's GPU, its systems, and the features whose figures it always shows.
#pragma once

#include <string>
#include <vector>

#include "heddle/platforms/common/platform.h"

namespace heddle {

struct PlatformSpec {
    std::string name;
    std::string description;
    std::string preset;  // a file of platforms/presets, built into the executable; empty: the defaults
    std::vector<System> systems;
    std::vector<std::string> shown_features;  // also where a system does not have them: their totals are 0 then
};

}  // namespace heddle
