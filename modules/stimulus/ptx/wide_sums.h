// Which 64-bit sums of a PTX program have 64 bits in machine code, too.
#pragma once

#include "heddle/stimulus/ptx/program.h"

namespace heddle::ptx {

// Clears `wide_sum` of those that only addresses of shared memory need: PTX computes these with 64 bits, machine code
// with 32.
void keep_needed_wide_sums(Program& program);

}  // namespace heddle::ptx
