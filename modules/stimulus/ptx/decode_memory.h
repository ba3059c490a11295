// The parts of decoding a memory access that .param shares with the other spaces.
#pragma once

#include "heddle/stimulus/ptx/instruction_decoder.h"

namespace heddle::ptx {

Space take_space(InstructionDecoder& decoder);
// Sets the step's address operand. Returns the space, which the name of a variable may determine.
Space read_address(InstructionDecoder& decoder, const Operand& address, Space space);
// ld.param and st.param: the kernel's parameters, and what calls pass.
void decode_parameter(InstructionDecoder& decoder, bool load);

}  // namespace heddle::ptx
