// The configurations of real and published GPUs beside this file, built into the executables.
#pragma once

#include <string>
#include <vector>

namespace heddle {

// Their names: gtx480, h200 and so on.
std::vector<std::string> preset_names();

// The text of a preset by its name or that of its file, gtx480 or gtx480.ini; null: there is none of that name.
const std::string* find_preset(const std::string& name);

}  // namespace heddle
