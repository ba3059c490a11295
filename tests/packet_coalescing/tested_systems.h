// The systems of the platform that the tests run.
#pragma once

#include <string>
#include <vector>

#include "platform_run.h"

namespace heddle::testing {

// All but those whose scheduler the memory controller does not have yet: they are added by dropping the condition.
inline std::vector<std::string> tested_systems() {
    std::vector<std::string> names;
    for (const System& system : make_platform("packet_coalescing")->systems())
        if (system.name.rfind("BFIFO", 0) != 0) names.push_back(system.name);
    return names;
}

}  // namespace heddle::testing
