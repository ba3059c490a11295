// A whole file, with those it includes: buffers, kernels, launches, expectations.
#pragma once

#include "heddle/stimulus/stim/ast.h"

namespace heddle::stim {

// Adds the files it includes to the source.
FileSyntax parse(Source& source, const std::string& text);

}  // namespace heddle::stim
