// Floating-point arithmetic and special functions, with their rounding modes.
#include <map>

#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/instruction_decoder.h"

namespace heddle::ptx {
namespace {

struct Shape {
    unsigned sources;
    bool special;  // runs on the special function unit when in single precision
};

const std::map<std::string, Shape>& shapes() {
    static const std::map<std::string, Shape> table = {
        {"add", {2, false}},      {"sub", {2, false}}, {"mul", {2, false}}, {"fma", {3, false}},  {"mad", {3, false}},
        {"div", {2, true}},       {"min", {2, false}}, {"max", {2, false}}, {"abs", {1, false}},  {"neg", {1, false}},
        {"copysign", {2, false}}, {"sqrt", {1, true}}, {"rcp", {1, true}},  {"rsqrt", {1, true}}, {"ex2", {1, true}},
        {"lg2", {1, true}},       {"sin", {1, true}},  {"cos", {1, true}},  {"tanh", {1, true}}};
    return table;
}

Rounding rounding_of(const std::string& name) {
    if (name == "rz") return Rounding::zero;
    if (name == "rm") return Rounding::down;
    return name == "rp" ? Rounding::up : Rounding::nearest;
}

void test_property(InstructionDecoder& decoder) {
    Step& step = decoder.step;
    static const char* properties[] = {"finite", "infinite", "number", "notanumber", "normal", "subnormal"};
    step.immediate = -1;
    for (unsigned i = 0; i < 6; ++i)
        if (decoder.take(properties[i])) step.immediate = i;
    const Type type = decoder.take_type();
    decoder.finish_modifiers();
    step.function = special_function("testp", type);
    if (!step.function || step.immediate < 0) decoder.unsupported();
    step.instruction.unit = decoder.unit_for(type);
    decoder.expect_operands(2);
    step.a = decoder.source(1, type);
    step.d = decoder.predicate_destination(0);
    decoder.emit();
}

}  // namespace

bool decode_float(InstructionDecoder& decoder) {
    if (decoder.base() == "testp") {
        test_property(decoder);
        return true;
    }
    const auto shape = shapes().find(decoder.base());
    if (shape == shapes().end()) return false;
    Step& step = decoder.step;
    step.type = decoder.take_type();
    const std::string rounding = decoder.take_one_of({"rn", "rz", "rm", "rp", "approx", "full"});
    step.rounding = rounding_of(rounding);
    step.flush = decoder.take("ftz");
    step.saturate = decoder.take("sat");
    decoder.finish_modifiers();
    const std::string name = decoder.base() == "mad" ? "fma" : decoder.base();
    step.function = float_function(name, step.type);
    if (!step.function) step.function = special_function(name, step.type);
    const bool flushes_double = rounding == "approx" && (name == "rcp" || name == "rsqrt");
    if (!step.function || (step.flush && step.type == Type::f64 && !flushes_double)) decoder.unsupported();
    const unsigned sources = shape->second.sources;
    step.sources = static_cast<std::uint8_t>(sources);
    if (step.flush || step.saturate || step.rounding != Rounding::nearest) {
        step.inner = step.function;
        step.function = &with_modifiers;
    }
    step.instruction.unit =
        shape->second.special && step.type != Type::f64 ? ExecutionUnit::sfu : decoder.unit_for(step.type);
    if (step.type == Type::f32 && rounding != "approx" && rounding != "full") {
        if (name == "div" || name == "rcp") decoder.make_routine(Routine::float_division);
        if (name == "sqrt") decoder.make_routine(Routine::square_root);
    }
    decoder.expect_operands(sources + 1);
    step.a = decoder.source(1, step.type);
    if (sources > 1) step.b = decoder.source(2, step.type);
    if (sources > 2) step.c = decoder.source(3, step.type);
    step.d = decoder.destination(0, step.type);
    decoder.emit();
    return true;
}

}  // namespace heddle::ptx
