// The references of all kernels of the library.
#pragma once

#include "heddle/stimulus/reference.h"

namespace heddle {

const References& library_references();

}  // namespace heddle
