// The list CMake writes from the kernels in stimuli/CMakeLists.txt.
#pragma once

#include <vector>

#include "heddle/stimulus/reference.h"

namespace heddle {

struct RegisteredReference {
    const char* name;
    ReferenceFunction function;
};

const std::vector<RegisteredReference>& registered_references();

}  // namespace heddle
