// A whole file: buffers, kernels, launches, expectations.
#pragma once

#include "stimulus/stim/ast.h"

namespace heddle::stim {

FileSyntax parse(const Source& source);

}  // namespace heddle::stim
