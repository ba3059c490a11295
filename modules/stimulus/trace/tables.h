// What the words of a kernel's blocks refer to.
#pragma once

#include "heddle/stimulus/trace/block.h"
#include "heddle/stimulus/trace/form.h"

namespace heddle::traces {

struct DecodedTables {
    Forms forms;
    OffsetPatterns patterns;
    Paths paths;
};

}  // namespace heddle::traces
