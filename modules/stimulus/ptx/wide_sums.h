// Which 64-bit sums of a PTX program have 64 bits in machine code, too.
#pragma once

#include "heddle/stimulus/ptx/program.h"

namespace heddle::ptx {

// Gives sums of 64 bits the unit `wide_sum`, except those that only addresses of shared memory need: PTX computes these
// with 64 bits, machine code with 32.
void assign_wide_sums(Program& program);

}  // namespace heddle::ptx
