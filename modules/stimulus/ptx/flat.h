// An entry with all its calls inlined: one list of instructions, one numbering of registers and variables.
#pragma once

#include <string>
#include <vector>

#include "heddle/stimulus/ptx/ast.h"

namespace heddle::ptx {

struct FlatInstruction {
    Instruction instruction;          // operands carry flat numbers
    std::uint32_t target = no_index;  // of a branch
};

struct FlatVariable {
    const Variable* variable = nullptr;
    bool entry_parameter = false;
    bool lost = false;  // the result of a call that is a problem

    // Between a call and the function: in registers, without an address.
    bool is_passed() const { return variable->space == Space::param && !entry_parameter; }
};

// Something the front end cannot run, found before the run starts.
struct Problem {
    Position at;
    std::string message;
};

struct FlatEntry {
    const Function* entry = nullptr;
    std::vector<Register> registers;
    std::vector<FlatVariable> variables;  // the module's first
    std::vector<FlatInstruction> code;    // the last is an exit
    std::vector<Problem> problems;
};

// "ld.global.f32" -> "ld"
std::string base_opcode(const std::string& opcode);

FlatEntry flatten(const Ast& ast, const Function& entry);

}  // namespace heddle::ptx
