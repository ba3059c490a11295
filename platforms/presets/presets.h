// The configurations of real and published GPUs beside this file, built into the executables.
#pragma once

#include <string>

namespace heddle {

// The text of a preset, such as "gtx480.ini". Throws std::logic_error for a name that is not there.
const std::string& preset_text(const std::string& name);

}  // namespace heddle
