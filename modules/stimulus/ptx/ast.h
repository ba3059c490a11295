// A parsed PTX module: names resolved to indices, instructions still as they were written.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "heddle/stimulus/ptx/lexer.h"
#include "heddle/stimulus/ptx/types.h"

namespace heddle::ptx {

constexpr std::uint32_t no_index = ~std::uint32_t{0};

enum class Special : std::uint8_t {
    tid_x,
    tid_y,
    tid_z,
    ntid_x,
    ntid_y,
    ntid_z,
    ctaid_x,
    ctaid_y,
    ctaid_z,
    nctaid_x,
    nctaid_y,
    nctaid_z,
    laneid,
    nwarpid,
    lanemask_eq,
    lanemask_le,
    lanemask_lt,
    lanemask_ge,
    lanemask_gt,
    dynamic_smem_size,
    total_smem_size,
    warpid,
    smid,
    nsmid,
    clock,
    clock_hi,
    clock64,
    globaltimer,
    gridid
};
constexpr unsigned special_registers = 29;

struct Register {
    std::string name;
    Type type = Type::b32;
};

// An address inside another variable's initial contents.
struct Reference {
    std::uint32_t offset = 0;
    std::string symbol;
    std::int64_t addend = 0;
    bool generic = false;
    Position at;
};

struct Variable {
    std::string name;
    Space space = Space::global;
    Type type = Type::b8;
    std::uint32_t alignment = 1;
    std::uint64_t bytes = 0;
    bool unsized = false;                // extern .shared x[]
    std::vector<std::uint8_t> contents;  // the rest is zero
    std::vector<Reference> references;
    Position at;
};

struct Operand {
    enum class Kind : std::uint8_t { reg, integer, real, special, symbol, name, vector, address, sink };

    Kind kind = Kind::sink;
    bool module_scope = false;  // of a symbol
    bool single = false;        // of a real: written as 0f...
    bool negated = false;       // !%p
    std::uint32_t index = 0;    // register, symbol or Special
    std::int64_t integer = 0;   // value, or offset of an address
    double real = 0;
    std::string name;               // a label or function; for messages
    std::vector<Operand> elements;  // of a vector; the base of an address
    Position at;
};

struct Instruction {
    std::string opcode;  // with its modifiers
    std::uint32_t guard = no_index;
    bool guard_negated = false;
    std::vector<Operand> operands;
    // of a call, which has these instead of operands
    std::string callee;
    std::vector<Operand> results, arguments;
    Position at;
};

// A formal parameter or return value: a .param variable or a .reg register of the function.
struct Formal {
    bool is_register = false;
    std::uint32_t index = 0;
};

struct Function {
    std::string name;
    bool entry = false;
    bool has_body = false;
    std::vector<Register> registers;
    std::vector<Variable> variables;
    std::vector<Formal> parameters, returns;
    std::vector<Instruction> instructions;
    std::map<std::string, std::uint32_t> labels;  // to the instruction behind it
    std::uint32_t max_registers = 0;              // .maxnreg; 0: none
    std::uint32_t required_threads[3] = {0, 0, 0};
    std::uint32_t max_threads = 0;
    Position at;
};

struct Ast {
    Source source;
    std::vector<Variable> variables;
    std::vector<Function> functions;

    const Function* find_function(const std::string& name) const;
    const Variable* find_variable(const std::string& name) const;
};

Ast parse_module(Source source);

}  // namespace heddle::ptx
