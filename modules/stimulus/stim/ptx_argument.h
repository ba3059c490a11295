// From a number of the stimulus to the bytes of a kernel's parameter.
#pragma once

#include "heddle/stimulus/ptx/ptx_module.h"
#include "heddle/stimulus/stim/constant.h"

namespace heddle::stim {

// What a message calls it: "parameter 3 of 'add', .u32".
std::string described(const ptx::Program& program, std::size_t parameter);

// Whether a parameter can take a real number, an integer, an address: fails at `at` where it cannot.
enum class ArgumentKind { integer, real, address };
void check_kind(const Source& source, Position at, ArgumentKind kind, const ptx::Program& program,
                std::size_t parameter);

// Fails where the value does not fit. Of 32 bits an integer may use the range of u32 and of s32, since compilers write
// .u32 for both.
ptx::Argument to_argument(const Source& source, Position at, const Constant& value, const ptx::Program& program,
                          std::size_t parameter);

}  // namespace heddle::stim
