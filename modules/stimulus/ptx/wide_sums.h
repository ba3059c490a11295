// Which 64-bit sums of a PTX program have 64 bits in machine code, too.
#pragma once

#include "heddle/stimulus/ptx/program.h"

namespace heddle::ptx {

// Gives them the unit `wide_sum`. Those that only addresses of shared memory need keep theirs: PTX computes these with
// 64 bits, machine code with 32.
void assign_wide_sums(Program& program);

}  // namespace heddle::ptx
