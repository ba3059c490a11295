// cvt, mov, cvta, isspacep.
#include "heddle/stimulus/ptx/decode_memory.h"
#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/instruction_decoder.h"
#include "heddle/stimulus/ptx/special_register.h"
#include "heddle/stimulus/ptx/windows.h"

namespace heddle::ptx {
namespace {

void cvt(InstructionDecoder& decoder) {
    Step& step = decoder.step;
    const std::string rounding = decoder.take_one_of({"rni", "rzi", "rmi", "rpi", "rn", "rz", "rm", "rp"});
    step.flush = decoder.take("ftz");
    step.saturate = decoder.take("sat");
    const Type to = decoder.take_type(), from = decoder.take_type();
    decoder.finish_modifiers();
    decoder.expect_operands(2);
    if (to == Type::pred || from == Type::pred || is_bits(to) || is_bits(from)) decoder.unsupported();
    if (step.flush && to != Type::f32 && from != Type::f32) decoder.unsupported();
    if (!rounding.empty() && rounding[1] != 'n')
        step.rounding = rounding[1] == 'z' ? Rounding::zero : rounding[1] == 'm' ? Rounding::down : Rounding::up;
    if (is_float(from) && is_integer(to) && rounding.size() != 3)
        decoder.fail(decoder.instruction().at, "'" + decoder.instruction().opcode + "' needs .rni, .rzi, .rmi or .rpi");
    step.immediate = rounding.size() == 3 && is_float(to) ? 1 : 0;
    step.type = from;
    step.value_types = {to, decoder.register_type(decoder.operand(0), to),
                        decoder.register_type(decoder.operand(1), from)};
    step.a = decoder.source(1, from, true);
    step.d = decoder.destination(0, to, true);
    if (to == Type::f64 || from == Type::f64) step.instruction.unit = ExecutionUnit::fp64;
    const bool plain = !step.flush && !step.saturate && !step.immediate && step.rounding == Rounding::nearest;
    // 8-bit sources read from a wider cell need no care: the function looks at the low byte.
    const bool fitting = bytes_of(step.value_types[1]) == bytes_of(to) && is_wide(step.value_types[2]) == is_wide(from);
    if (plain && fitting && (is_float(to) || is_integer(from))) step.function = convert_function(to, from);
    if (rounding == "rzi" && fitting && !step.flush) step.function = truncate_function(to, from);
    if (!step.function) step.function = &convert_any;
    decoder.emit();
}

void vector_move(InstructionDecoder& decoder, Type type, bool unpack) {
    Step& step = decoder.step;
    const Operand& vector = decoder.operand(unpack ? 0 : 1);
    step.type = type;
    step.elements = static_cast<std::uint8_t>(vector.elements.size());
    if (step.elements < 2 || step.elements > 4 || bytes_of(type) % step.elements != 0 ||
        bytes_of(type) / step.elements < 2)
        decoder.unsupported();
    const Type element = bytes_of(type) / step.elements == 4 ? Type::b32 : Type::b16;
    for (unsigned i = 0; i < step.elements; ++i) {
        const Operand& part = vector.elements[i];
        step.value_types[i] = element;
        if (!unpack)
            step.values[i] = decoder.source(part, element);
        else
            step.values[i] = part.kind == Operand::Kind::sink ? no_index : decoder.destination(part, element);
    }
    if (unpack)
        step.a = decoder.source(1, type);
    else
        step.d = decoder.destination(0, type);
    step.function = unpack ? &unpack_vector : &pack_vector;
    decoder.emit();
}

void mov(InstructionDecoder& decoder) {
    Step& step = decoder.step;
    const Type type = decoder.take_type();
    decoder.finish_modifiers();
    decoder.expect_operands(2);
    const Operand& from = decoder.operand(1);
    if (type == Type::pred) {
        step.function = predicate_function("mov");
        step.a = decoder.predicate_source(1);
        step.immediate = from.negated ? 1 : 0;
        step.d = decoder.predicate_destination(0);
        return decoder.emit();
    }
    if (bytes_of(type) < 2) decoder.unsupported();
    if (decoder.operand(0).kind == Operand::Kind::vector) return vector_move(decoder, type, true);
    if (from.kind == Operand::Kind::vector) return vector_move(decoder, type, false);
    if (from.kind == Operand::Kind::special && !is_fixed(static_cast<Special>(from.index))) {
        const auto special = static_cast<Special>(from.index);
        if (is_wide(special) != is_wide(type)) decoder.fail(from.at, "'" + from.name + "' has another width");
        step.function = &read_special;
        step.immediate = from.index;
    } else {
        step.a = decoder.source(1, type);
        step.function = copy_function(type);
    }
    step.d = decoder.destination(0, type);
    decoder.emit();
}

// Between a generic address and one inside a space: the window's base added or taken away.
void cvta(InstructionDecoder& decoder) {
    Step& step = decoder.step;
    const bool to = decoder.take("to");
    const Space space = take_space(decoder);
    const Type type = decoder.take_type();
    decoder.finish_modifiers();
    decoder.expect_operands(2);
    if (bytes_of(type) != 8 || space == Space::generic || space == Space::param) decoder.unsupported();
    const std::uint64_t base = window_base(space);
    step.a = decoder.source(1, type);
    step.b = decoder.registers().constant(base, true);
    step.function = integer_function(to ? "sub" : "add", Type::u64);
    if (base == 0) step.function = copy_function(type);
    step.d = decoder.destination(0, type);
    decoder.emit();
}

void isspacep(InstructionDecoder& decoder) {
    Step& step = decoder.step;
    step.space = take_space(decoder);
    decoder.finish_modifiers();
    decoder.expect_operands(2);
    if (step.space == Space::generic) decoder.unsupported();
    step.a = decoder.source(1, Type::b64);
    step.d = decoder.predicate_destination(0);
    step.function = &is_in_space;
    decoder.emit();
}

}  // namespace

bool decode_convert(InstructionDecoder& decoder) {
    const std::string& base = decoder.base();
    if (base == "cvt")
        cvt(decoder);
    else if (base == "mov")
        mov(decoder);
    else if (base == "cvta")
        cvta(decoder);
    else if (base == "isspacep")
        isspacep(decoder);
    else
        return false;
    return true;
}

}  // namespace heddle::ptx
