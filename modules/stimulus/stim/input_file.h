// Files a stimulus names: paths are relative to the file that names them.
#pragma once

#include <string>

#include "heddle/stimulus/stim/source.h"

namespace heddle::stim {

std::string beside(const Source& source, Position at, const std::string& path);
// All bytes of the file; `at` is where the stimulus names it.
std::string read_file(const Source& source, Position at, const std::string& path);

}  // namespace heddle::stim
