// From a parsed entry to a program.
#pragma once

#include "stimulus/ptx/flat.h"
#include "stimulus/ptx/program.h"

namespace heddle::ptx {

// Throws InputError for what is wrong; what is right but not supported is added to `problems`, and the program is then
// not to be run.
Program build_program(const Ast& ast, const Function& entry, std::vector<Problem>& problems);

}  // namespace heddle::ptx
