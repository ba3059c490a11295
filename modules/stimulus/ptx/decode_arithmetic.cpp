// Integer arithmetic: add .. mad24.
#include <set>

#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/instruction_decoder.h"

namespace heddle::ptx {

namespace {

// Sums of a register and a constant are part of the addresses of loads, if a compiler can help it; others are
// instructions.
bool adds_wide_registers(const InstructionDecoder& decoder, const std::string& name, Type result) {
    if (bytes_of(result) != 8) return false;
    if (name == "mad.wide" || name == "mad.lo") return true;
    const auto is_register = [&](std::size_t i) { return decoder.operand(i).kind == Operand::Kind::reg; };
    return (name == "add" || name == "sub") && is_register(1) && is_register(2);
}

}  // namespace

bool decode_arithmetic(InstructionDecoder& decoder) {
    static const std::set<std::string> names = {"add", "sub", "mul", "mad", "div",   "rem",  "min",
                                                "max", "abs", "neg", "sad", "mul24", "mad24"};
    if (names.count(decoder.base()) == 0 || decoder.has_float_type()) return false;
    Step& step = decoder.step;
    std::string name = decoder.base();
    const Type type = decoder.take_type();
    const std::string half = decoder.take_one_of({"lo", "hi", "wide"});
    if (!half.empty()) name += "." + half;
    decoder.finish_modifiers();
    step.function = integer_function(name, type);
    if (!step.function) decoder.unsupported();
    if (name == "div" || name == "rem") decoder.make_routine(Routine::integer_division);
    static const std::set<std::string> products = {"mul", "mad", "mul24", "mad24"};
    if (products.count(decoder.base())) step.instruction.unit = ExecutionUnit::multiply;
    Type result = type;
    if (half == "wide") result = bytes_of(type) == 2 ? Type::b32 : Type::b64;
    const bool unary = name == "abs" || name == "neg";
    const bool ternary = decoder.base() == "mad" || decoder.base() == "mad24" || name == "sad";
    decoder.expect_operands(unary ? 2 : ternary ? 4 : 3);
    step.a = decoder.source(1, type);
    if (!unary) step.b = decoder.source(2, type);
    if (ternary) step.c = decoder.source(3, result);
    step.d = decoder.destination(0, result);
    step.wide_sum = adds_wide_registers(decoder, name, result);
    decoder.emit();
    return true;
}

}  // namespace heddle::ptx
