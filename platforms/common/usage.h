// What an executable says about itself.
#pragma once

#include <ostream>

#include "heddle/platforms/common/command_line.h"
#include "heddle/platforms/common/platform.h"

namespace heddle {

// Answers --help, --version, --list-systems and a call without arguments; false if the line asks for none of these.
bool explain(std::ostream& out, const CommandLine& line, const Platform& platform);

}  // namespace heddle
