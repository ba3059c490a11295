// Logic, shifts, bit fields; also on predicates.
#include <map>

#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/instruction_decoder.h"

namespace heddle::ptx {
namespace {

void decode_predicates(InstructionDecoder& decoder) {
    Step& step = decoder.step;
    decoder.finish_modifiers();
    step.function = predicate_function(decoder.base());
    if (!step.function) decoder.unsupported();
    const bool unary = decoder.base() == "not" || decoder.base() == "mov";
    decoder.expect_operands(unary ? 2 : 3);
    step.a = decoder.predicate_source(1);
    step.immediate = decoder.operand(1).negated ? 1 : 0;
    if (!unary) {
        step.b = decoder.predicate_source(2);
        if (decoder.operand(2).negated) step.immediate |= 2;
    }
    step.d = decoder.predicate_destination(0);
    decoder.emit();
}

void decode_lop3(InstructionDecoder& decoder, Type type) {
    Step& step = decoder.step;
    decoder.expect_operands(5);
    step.a = decoder.source(1, type);
    step.b = decoder.source(2, type);
    step.c = decoder.source(3, type);
    step.immediate = decoder.immediate(4) & 255;
    step.d = decoder.destination(0, type);
    decoder.emit();
}

void decode_fields(InstructionDecoder& decoder, Type type) {
    Step& step = decoder.step;
    const bool insert = decoder.base() == "bfi";
    decoder.expect_operands(insert ? 5 : 4);
    step.a = decoder.source(1, type);
    step.b = insert ? decoder.source(2, type) : decoder.source(2, Type::b32);
    step.c = decoder.source(3, Type::b32);
    if (insert) step.values[0] = decoder.source(4, Type::b32);
    step.d = decoder.destination(0, type);
    decoder.emit();
}

}  // namespace

bool decode_logic(InstructionDecoder& decoder) {
    static const std::map<std::string, unsigned> sources = {
        {"and", 2},  {"or", 2},   {"xor", 2}, {"not", 1},  {"cnot", 1},  {"shl", 2}, {"shr", 2}, {"shf", 3},
        {"lop3", 3}, {"popc", 1}, {"clz", 1}, {"brev", 1}, {"bfind", 1}, {"bfe", 3}, {"bfi", 4}, {"prmt", 3}};
    const auto found = sources.find(decoder.base());
    if (found == sources.end()) return false;
    Step& step = decoder.step;
    std::string name = decoder.base();
    const Type type = decoder.take_type();
    if (type == Type::pred) {
        decode_predicates(decoder);
        return true;
    }
    if (name == "shf") {
        name += "." + decoder.take_one_of({"l", "r"});
        name += "." + decoder.take_one_of({"wrap", "clamp"});
    }
    if (name == "bfind" && decoder.take("shiftamt")) name += ".shiftamt";
    decoder.finish_modifiers();
    step.function = logic_function(name, type);
    if (!step.function) step.function = bit_function(name, type);
    if (!step.function) decoder.unsupported();
    if (name == "lop3") {
        decode_lop3(decoder, type);
        return true;
    }
    if (name == "bfe" || name == "bfi") {
        decode_fields(decoder, type);
        return true;
    }
    decoder.expect_operands(found->second + 1);
    const bool shift = name == "shl" || name == "shr";
    const bool counts = name == "popc" || name == "clz" || decoder.base() == "bfind";
    step.a = decoder.source(1, type);
    if (found->second > 1) step.b = decoder.source(2, shift ? Type::b32 : type);
    if (found->second > 2) step.c = decoder.source(3, type);
    step.d = decoder.destination(0, counts ? Type::b32 : type);
    decoder.emit();
    return true;
}

}  // namespace heddle::ptx
