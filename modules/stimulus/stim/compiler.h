// From a kernel's syntax to its program: resolves names, infers types, allots registers, fuses multiply-adds.
#pragma once

#include <vector>

#include "heddle/stimulus/stim/ast.h"
#include "heddle/stimulus/stim/program.h"

namespace heddle::stim {

Program compile(const Source& source, const KernelSyntax& kernel, const std::vector<MemoryArray>& buffers);

}  // namespace heddle::stim
