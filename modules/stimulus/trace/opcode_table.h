// What a SASS opcode does: execution unit, memory space, width. The knowledge is in opcodes.table.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "heddle/stimulus/kernel.h"

namespace heddle::traces {

// The text of opcodes.table.
extern const char* const opcodes_text;

enum class OpcodeClass : std::uint8_t {
    alu,
    fp64,
    sfu,
    tensor,
    fp32,
    branch,
    load,
    store,
    atomic,
    barrier,
    fence,
    exit,
    copy,    // LDGSTS: global to shared memory, without a register
    commit,  // closes a group of copies
    wait,    // for groups of copies
};

enum class OpcodeSpace : std::uint8_t { none, global, local, shared, generic };

struct Opcode {
    bool known = true;
    OpcodeClass what = OpcodeClass::alu;
    OpcodeSpace space = OpcodeSpace::none;
    std::uint8_t access_bytes = 4;  // of one lane
    bool bypass_l1 = false;
    bool read_only = false;  // LDG.CONSTANT
    AtomicOp atomic_op = AtomicOp::add;
    ElementType atomic_type = ElementType::u32;

    bool is_memory() const { return space != OpcodeSpace::none; }
};

class OpcodeTable {
public:
    // Throws InputError that names `name` and the line.
    OpcodeTable(const std::string& name, std::string_view text);

    // `text` as in the trace, such as LDG.E.64.SYS. An opcode that is not in the table is an ALU instruction.
    Opcode look_up(std::string_view text) const;

    static const OpcodeTable& built_in();

private:
    enum class Effect : std::uint8_t { bytes, bypass_l1, read_only, atomic, type };
    struct Operation {
        OpcodeClass what = OpcodeClass::alu;
        OpcodeSpace space = OpcodeSpace::none;
        std::uint8_t access_bytes = 0;  // 0: the modifiers say
    };
    struct Modifier {
        std::vector<std::string> tokens;
        Effect effect = Effect::bytes;
        unsigned value = 0;
    };

    void add_operation(const std::vector<std::string>& words);
    void add_modifier(const std::vector<std::string>& words);
    void apply(const Modifier& modifier, Opcode& opcode) const;

    std::unordered_map<std::string, Operation> operations_;
    std::vector<Modifier> modifiers_;
};

}  // namespace heddle::traces
