#include "heddle/stimulus/ptx/instruction_decoder.h"

#include <algorithm>
#include <cstring>

#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/special_register.h"

namespace heddle::ptx {

InstructionDecoder::InstructionDecoder(const Source& source, const FlatEntry& flat, RegisterFile& registers,
                                       Program& program, const FlatInstruction& flat_instruction)
    : source_(source),
      flat_(flat),
      registers_(registers),
      program_(program),
      instruction_(flat_instruction.instruction),
      target_(flat_instruction.target) {
    const std::string& opcode = instruction_.opcode;
    for (std::size_t from = 0; from <= opcode.size();) {
        const std::size_t dot = std::min(opcode.find('.', from), opcode.size());
        modifiers_.push_back(opcode.substr(from, dot - from));
        from = dot + 1;
    }
    base_ = modifiers_.front();
    modifiers_.erase(modifiers_.begin());
    step.instruction.line = instruction_.at.line;
    if (instruction_.guard != no_index) {
        step.guard = static_cast<std::uint16_t>(registers_.place(instruction_.guard));
        step.guard_negated = instruction_.guard_negated;
        note_source(instruction_.guard);
    }
}

ExecutionUnit InstructionDecoder::unit_for(Type type) {
    return type == Type::f64 ? ExecutionUnit::fp64 : is_float(type) ? ExecutionUnit::fp32 : ExecutionUnit::alu;
}

void InstructionDecoder::make_routine(Routine routine) {
    step.instruction.routine = routine;
    step.instruction.unit = ExecutionUnit::sfu;
    program_.has_routines = true;
}

bool InstructionDecoder::take(const char* modifier) {
    const auto found = std::find(modifiers_.begin(), modifiers_.end(), modifier);
    if (found == modifiers_.end()) return false;
    modifiers_.erase(found);
    return true;
}

std::string InstructionDecoder::take_one_of(std::initializer_list<const char*> modifiers) {
    for (const char* modifier : modifiers)
        if (take(modifier)) return modifier;
    return "";
}

std::string InstructionDecoder::take_prefixed(const char* prefix) {
    for (const std::string& modifier : modifiers_)
        if (modifier.compare(0, std::strlen(prefix), prefix) == 0) {
            std::string found = modifier;
            take(found.c_str());
            return found;
        }
    return "";
}

bool InstructionDecoder::has_float_type() const {
    return std::any_of(modifiers_.begin(), modifiers_.end(), [](const std::string& modifier) {
        const auto type = type_named(modifier);
        return type && is_float(*type);
    });
}

Type InstructionDecoder::take_type() {
    for (const std::string& modifier : modifiers_)
        if (const auto type = type_named(modifier)) {
            const std::string name = modifier;
            take(name.c_str());
            return *type;
        }
    unsupported();
}

void InstructionDecoder::finish_modifiers() {
    if (!modifiers_.empty()) unsupported();
}

void InstructionDecoder::unsupported() const {
    throw Unsupported{"instruction '" + instruction_.opcode + "' is not supported"};
}

void InstructionDecoder::expect_operands(std::size_t count) const {
    if (instruction_.operands.size() != count)
        fail(instruction_.at, "'" + instruction_.opcode + "' takes " + std::to_string(count) + " operands, not " +
                                  std::to_string(instruction_.operands.size()));
}

void InstructionDecoder::check(const Operand& operand, Type type, bool wider) const {
    const Type has = registers_.type(operand.index);
    const bool kinds = wider || is_bits(has) || is_bits(type) || is_float(has) == is_float(type) ||
                       (type == Type::f16 && bytes_of(has) == 2);
    const bool width = bytes_of(has) == bytes_of(type) || (wider && bytes_of(has) > bytes_of(type));
    if ((has == Type::pred) != (type == Type::pred) || !kinds || !width)
        fail(operand.at, "register '" + operand.name + "' is ." + name_of(has) + ", '" + instruction_.opcode +
                             "' needs ." + name_of(type));
}

std::uint64_t InstructionDecoder::bits(const Operand& operand, Type type) const {
    if (operand.kind == Operand::Kind::real) {
        if (type == Type::f32 || (is_bits(type) && bytes_of(type) == 4)) {
            if (operand.single) return static_cast<std::uint32_t>(operand.integer);
            const float single = static_cast<float>(operand.real);
            std::uint32_t low;
            std::memcpy(&low, &single, 4);
            return low;
        }
        std::uint64_t result;
        std::memcpy(&result, &operand.real, 8);
        if (bytes_of(type) == 8 && (is_float(type) || is_bits(type))) return result;
        fail(operand.at, std::string("a floating-point constant where .") + name_of(type) + " is needed");
    }
    if (is_float(type) && type != Type::f16) {
        const double number = static_cast<double>(operand.integer);
        const float single = static_cast<float>(number);
        std::uint64_t result = 0;
        if (type == Type::f32)
            std::memcpy(&result, &single, 4);
        else
            std::memcpy(&result, &number, 8);
        return result;
    }
    const auto value = static_cast<std::uint64_t>(operand.integer);
    const unsigned bytes = bytes_of(type);
    return bytes == 8 ? value : value & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

std::uint32_t InstructionDecoder::source(const Operand& operand, Type type, bool wider) {
    switch (operand.kind) {
        case Operand::Kind::reg:
            check(operand, type, wider);
            note_source(operand.index);
            return registers_.place(operand.index);
        case Operand::Kind::integer:
        case Operand::Kind::real:
            return registers_.constant(bits(operand, type), is_wide(type));
        case Operand::Kind::special: {
            const auto special = static_cast<Special>(operand.index);
            if (!is_fixed(special)) unsupported("'" + operand.name + "' outside of mov is not supported");
            if (bytes_of(type) != 4) fail(operand.at, "'" + operand.name + "' is 32 bits wide");
            return registers_.special(special);
        }
        case Operand::Kind::symbol:
            if (bytes_of(type) < 4) fail(operand.at, "an address needs 32 or 64 bits");
            if (flat_.variables[operand.index].is_passed())
                unsupported("parameter '" + operand.name + "' of a function has no address, which is not supported");
            return registers_.symbol(operand.index, 0, is_wide(type));
        default:
            fail(operand.at, "expected a register or a constant");
    }
}

std::uint32_t InstructionDecoder::destination(const Operand& operand, Type type, bool wider) {
    if (operand.kind != Operand::Kind::reg || operand.negated) fail(operand.at, "expected a register as destination");
    check(operand, type, wider);
    note_destination(operand.index);
    return registers_.place(operand.index);
}

std::uint32_t InstructionDecoder::predicate_source(std::size_t i) {
    const Operand& which = operand(i);
    if (which.kind == Operand::Kind::integer) return which.integer != 0 ? 1 : 0;
    if (which.kind != Operand::Kind::reg) fail(which.at, "expected a predicate");
    check(which, Type::pred, false);
    note_source(which.index);
    return registers_.place(which.index);
}

std::uint32_t InstructionDecoder::predicate_destination(std::size_t i) {
    return destination(operand(i), Type::pred);
}

std::int64_t InstructionDecoder::immediate(std::size_t i) const {
    if (operand(i).kind != Operand::Kind::integer) fail(operand(i).at, "expected a constant");
    return operand(i).integer;
}

Type InstructionDecoder::register_type(const Operand& operand, Type otherwise) const {
    return operand.kind == Operand::Kind::reg ? registers_.type(operand.index) : otherwise;
}

void InstructionDecoder::note_source(std::uint32_t reg) {
    WarpInstruction& i = step.instruction;
    const auto number = static_cast<std::uint16_t>(reg);
    if (std::find(i.sources.begin(), i.sources.begin() + i.source_count, number) != i.sources.begin() + i.source_count)
        return;
    if (i.source_count < WarpInstruction::max_operands) i.sources[i.source_count++] = number;
}

void InstructionDecoder::note_destination(std::uint32_t reg) {
    WarpInstruction& i = step.instruction;
    if (i.destination_count < WarpInstruction::max_operands)
        i.destinations[i.destination_count++] = static_cast<std::uint16_t>(reg);
}

void InstructionDecoder::clear_operands() {
    step.instruction.source_count = 0;
    step.instruction.destination_count = 0;
    if (instruction_.guard != no_index) note_source(instruction_.guard);
}

}  // namespace heddle::ptx
