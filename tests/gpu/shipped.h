// Where the stimuli of stimuli/micro are.
#pragma once

#include <string>

namespace heddle::testing {

inline std::string shipped(const std::string& name) {
    return std::string(HEDDLE_SOURCE_DIR) + "/stimuli/micro/" + name + ".stim";
}

}  // namespace heddle::testing
