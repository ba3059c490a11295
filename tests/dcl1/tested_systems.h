// The systems of the platform that the tests run.
#pragma once

#include <string>
#include <vector>

#include "platform_run.h"

namespace heddle::testing {

inline std::vector<std::string> tested_systems() {
    std::vector<std::string> names;
    for (const System& system : make_platform("dcl1")->systems()) names.push_back(system.name);
    return names;
}

}  // namespace heddle::testing
