// Instructions that exchange values between lanes: shfl, vote, activemask.
#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/instruction_decoder.h"

namespace heddle::ptx {
namespace {

void vote(InstructionDecoder& decoder) {
    Step& step = decoder.step;
    const bool sync = decoder.take("sync");
    const std::string mode = decoder.take_one_of({"all", "any", "uni", "ballot"});
    const Type type = decoder.take_type();
    decoder.finish_modifiers();
    step.function = vote_function(mode);
    if (!step.function || (mode == "ballot" ? bytes_of(type) != 4 : type != Type::pred)) decoder.unsupported();
    decoder.expect_operands(sync ? 3 : 2);
    step.p = decoder.predicate_source(1);
    step.immediate = decoder.operand(1).negated ? 1 : 0;
    if (sync) decoder.source(2, Type::b32);
    step.d = mode == "ballot" ? decoder.destination(0, type) : decoder.predicate_destination(0);
    decoder.emit();
}

void shuffle(InstructionDecoder& decoder) {
    Step& step = decoder.step;
    const bool sync = decoder.take("sync");
    const std::string mode = decoder.take_one_of({"up", "down", "bfly", "idx"});
    const Type type = decoder.take_type();
    decoder.finish_modifiers();
    step.function = shuffle_function(mode);
    if (!step.function || bytes_of(type) != 4) decoder.unsupported();
    const std::size_t two = decoder.operands() > 1 && decoder.operand(1).name == "|" ? 1 : 0;
    decoder.expect_operands((sync ? 5 : 4) + two);
    step.a = decoder.source(1 + two, type);
    step.b = decoder.source(2 + two, Type::b32);
    step.c = decoder.source(3 + two, Type::b32);
    if (sync) decoder.source(4 + two, Type::b32);
    step.d = decoder.destination(0, type);
    if (two && decoder.operand(1).kind != Operand::Kind::sink) step.q = decoder.predicate_destination(1);
    decoder.emit();
}

}  // namespace

bool decode_warp(InstructionDecoder& decoder) {
    const std::string& base = decoder.base();
    if (base == "vote") {
        vote(decoder);
    } else if (base == "shfl") {
        shuffle(decoder);
    } else if (base == "activemask") {
        decoder.take_type();
        decoder.finish_modifiers();
        decoder.expect_operands(1);
        decoder.step.d = decoder.destination(0, Type::b32);
        decoder.step.function = &active_mask;
        decoder.emit();
    } else {
        return false;
    }
    return true;
}

}  // namespace heddle::ptx
