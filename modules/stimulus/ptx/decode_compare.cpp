// setp, set, selp, slct.
#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/instruction_decoder.h"

namespace heddle::ptx {
namespace {

std::string take_comparison(InstructionDecoder& decoder) {
    std::string found = decoder.take_one_of({"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu",
                                             "ltu", "leu", "gtu", "geu", "num", "nan"});
    if (found.empty()) decoder.unsupported();
    return found;
}

std::int64_t take_combination(InstructionDecoder& decoder) {
    if (decoder.take("and")) return combine_and;
    if (decoder.take("or")) return combine_or;
    return decoder.take("xor") ? combine_xor : combine_none;
}

// Reads a, b and the predicate to combine with, starting at operand `at`.
void read_comparison(InstructionDecoder& decoder, std::size_t at, Type type) {
    Step& step = decoder.step;
    decoder.expect_operands(at + (step.immediate == combine_none ? 2 : 3));
    step.a = decoder.source(at, type);
    step.b = decoder.source(at + 1, type);
    if (step.immediate == combine_none) return;
    step.p = decoder.predicate_source(at + 2);
    if (decoder.operand(at + 2).negated) step.immediate |= combine_negated;
}

void setp(InstructionDecoder& decoder) {
    Step& step = decoder.step;
    const std::string comparison = take_comparison(decoder);
    step.immediate = take_combination(decoder);
    const Type type = decoder.take_type();
    const bool flush = decoder.take("ftz");
    decoder.finish_modifiers();
    step.function = compare_function(comparison, type);
    if (!step.function || (flush && type != Type::f32)) decoder.unsupported();
    if (flush) {
        step.inner = step.function;
        step.function = &compare_flushed;
    }
    const bool two = decoder.operands() > 1 && decoder.operand(1).name == "|";
    if (decoder.operands() == 0) decoder.expect_operands(3);
    read_comparison(decoder, two ? 2 : 1, type);
    step.instruction.unit = decoder.unit_for(type);
    step.d = scratch_predicate;
    if (decoder.operand(0).kind != Operand::Kind::sink) step.d = decoder.predicate_destination(0);
    if (two && decoder.operand(1).kind != Operand::Kind::sink) step.q = decoder.predicate_destination(1);
    decoder.emit();
}

void set(InstructionDecoder& decoder) {
    Step& step = decoder.step;
    const std::string comparison = take_comparison(decoder);
    step.immediate = take_combination(decoder);
    const Type result = decoder.take_type();
    const Type type = decoder.take_type();
    if (decoder.take("ftz")) decoder.unsupported();
    decoder.finish_modifiers();
    step.inner = compare_function(comparison, type);
    if (!step.inner || bytes_of(result) != 4) decoder.unsupported();
    step.function = &set_from_comparison;
    step.instruction.unit = decoder.unit_for(type);
    read_comparison(decoder, 1, type);
    step.values[0] = result == Type::f32 ? 0x3f800000 : 0xffffffff;
    step.d = decoder.destination(0, result);
    decoder.emit();
}

void select(InstructionDecoder& decoder) {
    Step& step = decoder.step;
    const Type type = decoder.take_type();
    const bool slct = decoder.base() == "slct";
    const Type control = slct ? decoder.take_type() : Type::pred;
    if (decoder.take("ftz")) decoder.unsupported();
    decoder.finish_modifiers();
    step.function = slct ? slct_function(type, control) : select_function(type);
    if (!step.function) decoder.unsupported();
    decoder.expect_operands(4);
    step.a = decoder.source(1, type);
    step.b = decoder.source(2, type);
    if (slct)
        step.c = decoder.source(3, control);
    else
        step.p = decoder.predicate_source(3);
    if (!slct && decoder.operand(3).negated) std::swap(step.a, step.b);
    step.d = decoder.destination(0, type);
    decoder.emit();
}

}  // namespace

bool decode_compare(InstructionDecoder& decoder) {
    const std::string& base = decoder.base();
    if (base == "setp")
        setp(decoder);
    else if (base == "set")
        set(decoder);
    else if (base == "selp" || base == "slct")
        select(decoder);
    else
        return false;
    return true;
}

}  // namespace heddle::ptx
