// What the decoders of all instruction families share: reading modifiers and operands of one instruction.
#pragma once

#include <string>
#include <vector>

#include "heddle/stimulus/ptx/flat.h"
#include "heddle/stimulus/ptx/register_file.h"

namespace heddle::ptx {

// Thrown for a PTX feature that this front end does not support; collected, so that a user sees all of them at once.
struct Unsupported {
    std::string message;
};

class InstructionDecoder {
public:
    InstructionDecoder(const Source& source, const FlatEntry& flat, RegisterFile& registers, Program& program,
                       const FlatInstruction& flat_instruction);

    const std::string& base() const { return base_; }
    const Instruction& instruction() const { return instruction_; }
    const FlatEntry& flat() const { return flat_; }
    RegisterFile& registers() { return registers_; }
    Program& program() { return program_; }
    std::uint32_t target() const { return target_; }

    // Modifiers: each is taken once; finish_modifiers() fails on those that were not taken.
    bool take(const char* modifier);
    std::string take_one_of(std::initializer_list<const char*> modifiers);  // "" where there is none
    std::string take_prefixed(const char* prefix);
    Type take_type();
    bool has_float_type() const;
    void finish_modifiers();
    [[noreturn]] void unsupported() const;
    [[noreturn]] void unsupported(const std::string& what) const { throw Unsupported{what}; }

    // Operands. Registers must be as wide as the type, and float, integer or bits as it is; `wider` allows more bits.
    void expect_operands(std::size_t count) const;
    std::size_t operands() const { return instruction_.operands.size(); }
    const Operand& operand(std::size_t i) const { return instruction_.operands[i]; }
    std::uint32_t source(const Operand& operand, Type type, bool wider = false);
    std::uint32_t source(std::size_t i, Type type, bool wider = false) { return source(operand(i), type, wider); }
    std::uint32_t destination(const Operand& operand, Type type, bool wider = false);
    std::uint32_t destination(std::size_t i, Type type, bool wider = false) {
        return destination(operand(i), type, wider);
    }
    std::uint32_t predicate_source(std::size_t i);  // an immediate gives predicate 0 or 1
    std::uint32_t predicate_destination(std::size_t i);
    std::int64_t immediate(std::size_t i) const;
    std::uint64_t bits(const Operand& operand, Type type) const;
    Type register_type(const Operand& operand, Type otherwise) const;
    bool is_register(const Operand& operand) const { return operand.kind == Operand::Kind::reg; }

    void note_source(std::uint32_t reg);
    void note_destination(std::uint32_t reg);
    [[noreturn]] void fail(Position at, const std::string& message) const { source_.fail(at, message); }

    Step step;
    // Adds a copy of the step, which remains as the pattern of the next one.
    void emit() { program_.steps.push_back(step); }
    void clear_operands();
    // The unit that works on numbers of the type.
    static ExecutionUnit unit_for(Type type);
    // The step is something that compilers make a routine of; README, Units.
    void make_routine(Routine routine);

private:
    void check(const Operand& operand, Type type, bool wider) const;

    const Source& source_;
    const FlatEntry& flat_;
    RegisterFile& registers_;
    Program& program_;
    const Instruction& instruction_;
    std::uint32_t target_;
    std::string base_;
    std::vector<std::string> modifiers_;
};

// One per family; false where the opcode is of another family. Each adds the steps.
bool decode_arithmetic(InstructionDecoder& decoder);
bool decode_float(InstructionDecoder& decoder);
bool decode_logic(InstructionDecoder& decoder);
bool decode_compare(InstructionDecoder& decoder);
bool decode_convert(InstructionDecoder& decoder);
bool decode_memory(InstructionDecoder& decoder);
bool decode_control(InstructionDecoder& decoder);
bool decode_warp(InstructionDecoder& decoder);

}  // namespace heddle::ptx
