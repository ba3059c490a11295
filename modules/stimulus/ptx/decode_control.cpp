// Branches, exits, barriers, fences, and instructions without effect in the model.
#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/instruction_decoder.h"

namespace heddle::ptx {
namespace {

void branch(InstructionDecoder& decoder) {
    decoder.take("uni");
    decoder.finish_modifiers();
    decoder.step.kind = Step::Kind::branch;
    decoder.step.instruction.unit = ExecutionUnit::branch;
    decoder.step.target = decoder.target();
    decoder.emit();
}

void leave(InstructionDecoder& decoder) {
    decoder.take("uni");
    decoder.finish_modifiers();
    decoder.expect_operands(0);
    Step& step = decoder.step;
    Program& program = decoder.program();
    step.kind = Step::Kind::leave;
    step.immediate = static_cast<std::int64_t>(program.partial_exits.size());
    program.partial_exits.push_back(step.instruction);
    step.instruction.operation = Operation::exit;
    decoder.emit();
}

void nothing(InstructionDecoder& decoder) {
    decoder.step.function = &no_operation;
    decoder.emit();
}

// The SM has one barrier per CTA, for all its threads.
void check_barrier(const InstructionDecoder& decoder, std::size_t number, std::size_t operands) {
    if (decoder.operands() == operands + 1)
        decoder.unsupported("a barrier for a part of the CTA's threads is not supported");
    decoder.expect_operands(operands);
    if (decoder.operand(number).kind != Operand::Kind::integer || decoder.operand(number).integer != 0)
        decoder.unsupported("a barrier other than 0 is not supported");
}

// A barrier, then an instruction that takes the result: it is known when the last warp has come. (In machine code it is
// BAR.RED and B2R, too.)
void reduce(InstructionDecoder& decoder) {
    Step& step = decoder.step;
    const std::string operation = decoder.take_one_of({"popc", "and", "or"});
    decoder.take("aligned");
    const Type type = decoder.take_type();
    decoder.finish_modifiers();
    const bool counts = operation == "popc";
    if (operation.empty() || (counts ? type != Type::u32 : type != Type::pred)) decoder.unsupported();
    check_barrier(decoder, 1, 3);
    step.kind = Step::Kind::reduce;
    step.instruction.operation = Operation::barrier;
    step.p = decoder.predicate_source(2);
    step.immediate = decoder.operand(2).negated ? 1 : 0;
    decoder.emit();
    decoder.program().reduces = true;
    decoder.clear_operands();
    step.kind = Step::Kind::compute;
    step.instruction.operation = Operation::arithmetic;
    step.function = reduction_function(operation);
    step.d = counts ? decoder.destination(0, type) : decoder.predicate_destination(0);
    decoder.emit();
}

void barrier(InstructionDecoder& decoder) {
    if (decoder.take("warp")) {
        decoder.take("sync");
        decoder.finish_modifiers();
        return nothing(decoder);
    }
    decoder.take("cta");
    if (decoder.take("red")) return reduce(decoder);
    if (!decoder.take("sync")) decoder.unsupported();
    decoder.take("aligned");
    decoder.finish_modifiers();
    check_barrier(decoder, 0, 1);
    decoder.step.kind = Step::Kind::synchronise;
    decoder.step.instruction.operation = Operation::barrier;
    decoder.emit();
}

void fence(InstructionDecoder& decoder) {
    decoder.take_one_of({"sc", "acq_rel", "acquire", "release"});
    decoder.take_one_of({"cta", "gl", "gpu", "sys", "cluster"});
    decoder.finish_modifiers();
    decoder.expect_operands(0);
    decoder.step.kind = Step::Kind::synchronise;
    decoder.step.instruction.operation = Operation::fence;
    decoder.emit();
}

}  // namespace

bool decode_control(InstructionDecoder& decoder) {
    const std::string& base = decoder.base();
    if (base == "bra") {
        branch(decoder);
    } else if (base == "ret" || base == "exit") {
        leave(decoder);
    } else if (base == "trap" || base == "brkpt") {
        decoder.step.kind = Step::Kind::trap;
        decoder.emit();
    } else if (base == "bar" || base == "barrier") {
        barrier(decoder);
    } else if (base == "membar" || base == "fence") {
        fence(decoder);
    } else if (base == "nanosleep") {
        nothing(decoder);
    } else {
        return false;
    }
    return true;
}

}  // namespace heddle::ptx
