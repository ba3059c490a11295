// From a parsed entry to a program.
#pragma once

#include "heddle/stimulus/ptx/flat.h"
#include "heddle/stimulus/ptx/program.h"

namespace heddle::ptx {

// Throws InputError for errors. Valid PTX that is not supported is added to `problems`, and the program must then not
// be run.
Program build_program(const Ast& ast, const Function& entry, std::vector<Problem>& problems);

}  // namespace heddle::ptx
