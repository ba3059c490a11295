// Which sums of 64 bits are so wide in machine code, too.
#pragma once

#include "heddle/stimulus/ptx/program.h"

namespace heddle::ptx {

// Compilers to PTX compute addresses of shared memory with 64 bits, of which machine code needs 32: a sum that nothing
// else uses is no wide one.
void keep_needed_wide_sums(Program& program);

}  // namespace heddle::ptx
