#include "heddle/stimulus/stim/compiler.h"

#include <algorithm>

#include "heddle/base/stop_request.h"
#include "heddle/stimulus/stim/value_compiler.h"

namespace heddle::stim {
namespace {

// The largest a CTA can have on any GPU we know of; whether an SM has that much is the dispatcher's question.
constexpr std::uint64_t max_shared_bytes = 227 * 1024;
constexpr std::uint64_t shared_alignment_bytes = 16;
constexpr std::size_t max_steps = 100000;

ElementType element_type(ValueType type) {
    switch (type) {
        case ValueType::s32:
            return ElementType::s32;
        case ValueType::f32:
            return ElementType::f32;
        case ValueType::u64:
            return ElementType::u64;
        case ValueType::s64:
            return ElementType::s64;
        case ValueType::f64:
            return ElementType::f64;
        default:
            return ElementType::u32;
    }
}

const char* atomic_types(AtomicOp op) {
    switch (op) {
        case AtomicOp::add:
        case AtomicOp::exch:
            return "u32 s32 f32 u64 s64 f64";
        case AtomicOp::inc:
        case AtomicOp::dec:
            return "u32";
        default:
            return "u32 s32 u64 s64";
    }
}

class Compiler {
public:
    Compiler(const Source& source, const KernelSyntax& kernel, const std::vector<MemoryArray>& buffers)
        : source_(source), kernel_(kernel), values_(source, program_) {
        program_.shape = kernel.shape;
        program_.file = source.name_of(kernel.at);
        program_.shape.place = program_.file + ":" + std::to_string(kernel.at.line);
        program_.arrays = buffers;
    }

    Program run() {
        shared_arrays();
        block(kernel_.body);
        control(Step::Kind::exit, kernel_.at).instruction.operation = Operation::exit;
        values_.number_temporaries();
        registers();
        return std::move(program_);
    }

private:
    void shared_arrays() {
        std::uint64_t at = 0;
        for (const ArrayDeclaration& array : kernel_.shared) {
            program_.arrays.push_back({array.name, array.type, AddressSpace::shared, at, array.elements});
            at += array.elements * bytes_of(array.type);
            if (at > max_shared_bytes)
                source_.fail(array.at, "shared memory of kernel '" + kernel_.shape.name +
                                           "' is too large; expected at most " + std::to_string(max_shared_bytes) +
                                           " bytes");
            at = (at + shared_alignment_bytes - 1) / shared_alignment_bytes * shared_alignment_bytes;
        }
        values_.limit(program_.arrays.size(), "buffers and shared arrays", kernel_.at);
        program_.shape.shared_bytes = static_cast<std::uint32_t>(at);
    }

    void registers() {
        std::uint32_t& declared = program_.shape.registers_per_thread;
        if (program_.registers > 255)
            source_.fail(kernel_.at, "the kernel needs more than 255 registers; expected fewer");
        if (!kernel_.registers_given)
            declared = std::max(declared, program_.registers);
        else if (declared < program_.registers)
            source_.fail(kernel_.at, "kernel '" + kernel_.shape.name + "' declares " + std::to_string(declared) +
                                         " registers; expected at least the " + std::to_string(program_.registers) +
                                         " its values need");
    }

    // Returns whether it holds an instruction.
    bool block(const Block& statements) {
        const std::size_t before = instructions_;
        values_.open_scope();
        for (const Statement& statement : statements) {
            throw_if_stop_requested();
            compile_statement(statement);
            values_.end_statement();
            if (program_.steps.size() > max_steps)
                source_.fail(statement.at, "the kernel is too long; expected at most 100000 steps");
        }
        values_.close_scope();
        return instructions_ != before;
    }

    void compile_statement(const Statement& statement) {
        const std::size_t before = program_.steps.size();
        switch (statement.kind) {
            case Statement::Kind::assign:
                assign(statement);
                break;
            case Statement::Kind::load:
                load(statement);
                break;
            case Statement::Kind::store:
                store(statement);
                break;
            case Statement::Kind::atomic:
                atomic(statement);
                break;
            case Statement::Kind::barrier:
                barrier(statement);
                break;
            case Statement::Kind::fence:
                control(Step::Kind::synchronise, statement.at).instruction.operation = Operation::fence;
                break;
            case Statement::Kind::run:
                arithmetic_run(statement);
                break;
            case Statement::Kind::loop:
                return loop(statement);
            case Statement::Kind::condition:
                return condition(statement);
        }
        instructions_ += program_.steps.size() - before;
    }

    Step& control(Step::Kind kind, Position at) {
        Step step;
        step.kind = kind;
        return values_.emit(step, at);
    }

    void reject_array_name(const Statement& statement) const {
        for (const MemoryArray& array : program_.arrays)
            if (array.name == statement.target)
                source_.fail(statement.at, "'" + statement.target + "' is a buffer or shared array; expected 'store " +
                                               statement.target + "[...] = ...' or a new name");
    }

    // The register a statement writes, if its name exists already.
    const Compiled* existing(const Statement& statement) const {
        reject_array_name(statement);
        const Compiled* found = values_.find(statement.target);
        if (found == nullptr) return nullptr;
        if (found->kind != Compiled::Kind::value)
            source_.fail(statement.at, "'" + statement.target +
                                           "' is an index and cannot change; expected a value, declared as '" +
                                           statement.target + " : u32 = ...'");
        if (statement.has_type)
            source_.fail(statement.at,
                         "'" + statement.target + "' has a type already; expected '" + statement.target + " = ...'");
        return found;
    }

    void assign(const Statement& statement) {
        if (const Compiled* target = existing(statement)) {
            values_.compile_into(*statement.value, Compiled(*target));
        } else if (statement.has_type) {
            const Compiled made = values_.new_register(statement.type, statement.at);
            values_.compile_into(*statement.value, made);
            values_.define(statement.target, made);
        } else {
            values_.define(statement.target, values_.compile_new(*statement.value));
        }
    }

    const MemoryArray& find_array(const Statement& statement, Step& step) const {
        for (std::size_t i = 0; i < program_.arrays.size(); ++i)
            if (program_.arrays[i].name == statement.array) {
                step.array = static_cast<std::uint16_t>(i);
                step.instruction.space = program_.arrays[i].space;
                return program_.arrays[i];
            }
        source_.fail(statement.array_at, "unknown buffer '" + statement.array + "'; expected a buffer or shared array");
    }

    void index(const Statement& statement, const MemoryArray& array, Step& step) {
        const Compiled value = values_.compile(*statement.index);
        if (value.kind == Compiled::Kind::real || (value.kind == Compiled::Kind::value && is_real(value.type)))
            source_.fail(statement.index->at, "expected an integer as index of '" + array.name + "'");
        if (value.kind == Compiled::Kind::value) {
            step.index = values_.operand(value, value.type, statement.index->at, step.instruction);
            step.index.convert = convert_function(value.type, ValueType::s64);
            return;
        }
        step.index.kind = Operand::Kind::index;
        step.index.number = values_.plan(value.index, statement.index->at);
    }

    void returned_value(const Statement& statement, ValueType type, Step& step) {
        const Compiled* target = existing(statement);
        if (statement.has_type && statement.type != type)
            source_.fail(statement.at, std::string("'") + statement.array + "' holds " + name_of(type) +
                                           "; expected that type for '" + statement.target + "'");
        if (target != nullptr && target->type != type)
            source_.fail(statement.at, std::string("'") + statement.target + "' is " + name_of(target->type) +
                                           "; expected " + name_of(type) + " for an element of '" + statement.array +
                                           "'");
        const Compiled made = target != nullptr ? *target : values_.new_register(type, statement.at);
        if (target == nullptr) values_.define(statement.target, made);
        step.destination = made.number;
        step.has_destination = true;
    }

    void load(const Statement& statement) {
        Step step;
        step.kind = Step::Kind::load;
        step.instruction.operation = Operation::load;
        step.bypass_l1 = statement.bypass_l1;
        const MemoryArray array = find_array(statement, step);
        if (step.bypass_l1 && array.space == AddressSpace::shared)
            source_.fail(statement.array_at, "shared memory has no cache to bypass; expected load");
        index(statement, array, step);
        step.value_bytes = static_cast<std::uint8_t>(bytes_of(register_type(array.type)));
        returned_value(statement, register_type(array.type), step);
        values_.emit(step, statement.at);
    }

    void store(const Statement& statement) {
        Step step;
        step.kind = Step::Kind::store;
        step.instruction.operation = Operation::store;
        const MemoryArray array = find_array(statement, step);
        const ValueType type = register_type(array.type);
        index(statement, array, step);
        const Compiled value = values_.compile(*statement.value, type);
        step.operands[0] = values_.operand(value, type, statement.value->at, step.instruction);
        step.value_bytes = static_cast<std::uint8_t>(bytes_of(type));
        values_.emit(step, statement.at);
    }

    void atomic(const Statement& statement) {
        Step step;
        step.kind = Step::Kind::atomic;
        step.instruction.operation = Operation::atomic;
        step.atomic_op = statement.atomic;
        const MemoryArray array = find_array(statement, step);
        const std::string types = atomic_types(statement.atomic);
        if (types.find(name_of(array.type)) == std::string::npos)
            source_.fail(statement.array_at,
                         "this atomic does not work on " + std::string(name_of(array.type)) + "; expected " + types);
        step.atomic_type = element_type(array.type);
        step.value_bytes = static_cast<std::uint8_t>(bytes_of(array.type));
        index(statement, array, step);
        const Compiled value = values_.compile(*statement.value, array.type);
        step.operands[0] = values_.operand(value, array.type, statement.value->at, step.instruction);
        if (statement.compare) {
            const Compiled compare = values_.compile(*statement.compare, array.type);
            step.operands[1] = values_.operand(compare, array.type, statement.compare->at, step.instruction);
        }
        if (!statement.target.empty()) returned_value(statement, array.type, step);
        values_.emit(step, statement.at);
    }

    void barrier(const Statement& statement) {
        if (diverged_ > 0)
            source_.fail(statement.at,
                         "a barrier inside an if, or a loop whose bounds depend on the warp, would not be "
                         "reached by all; expected it outside");
        control(Step::Kind::synchronise, statement.at).instruction.operation = Operation::barrier;
    }

    void arithmetic_run(const Statement& statement) {
        Step step;
        step.kind = Step::Kind::run;
        step.instruction.unit = statement.unit;
        step.count = static_cast<std::uint32_t>(statement.count);
        if (statement.dependent) {
            if (!chain_) chain_ = values_.new_register(ValueType::u32, statement.at);
            step.destination = chain_->number;
            step.has_destination = true;
            step.instruction.sources[step.instruction.source_count++] = chain_->number;
        }
        values_.emit(step, statement.at);
    }

    std::uint16_t bound(const Expression& expression, bool& by_warp) {
        const IndexForm form = values_.index_only(expression, "a loop bound");
        if (form.varies_by_lane())
            source_.fail(expression.at, "a loop bound differs between lanes; expected the same for a warp");
        by_warp |= form.varies_by_warp();
        return values_.plan(form, expression.at);
    }

    void loop(const Statement& statement) {
        bool by_warp = false;
        Step begin;
        begin.kind = Step::Kind::loop_begin;
        begin.first = bound(*statement.index, by_warp);
        begin.last = bound(*statement.value, by_warp);
        begin.loop_step = statement.count;
        begin.slot = static_cast<std::uint16_t>(program_.variables);
        program_.variables += 2;
        values_.limit(program_.variables, "variables, two for each loop", statement.at);
        reject_array_name(statement);
        if (values_.find(statement.target))
            source_.fail(statement.at,
                         "'" + statement.target + "' exists already; expected a new name for the loop's variable");
        values_.open_scope();
        Compiled meaning;
        meaning.index = IndexForm::of_variable(begin.slot);
        values_.define(statement.target, meaning);
        const std::size_t at = program_.steps.size();
        values_.emit(begin, statement.at);
        diverged_ += by_warp ? 1 : 0;
        if (!block(statement.body)) source_.fail(statement.at, "the loop holds no instruction; expected at least one");
        diverged_ -= by_warp ? 1 : 0;
        values_.close_scope();
        Step& end = control(Step::Kind::loop_end, statement.at);
        end.slot = begin.slot;
        end.loop_step = begin.loop_step;
        end.target = static_cast<std::uint32_t>(at + 1);
        program_.steps[at].target = static_cast<std::uint32_t>(program_.steps.size());
    }

    // The condition as an operand: an index, or a register that holds a truth value.
    void condition_operand(const Expression& expression, Step& begin) {
        Compiled value = values_.compile(expression);
        if (value.kind == Compiled::Kind::real)
            source_.fail(expression.at, "expected a condition, found a real number");
        if (value.kind == Compiled::Kind::index) {
            begin.index.kind = Operand::Kind::index;
            begin.index.number = values_.plan(value.index, expression.at);
            return;
        }
        const bool truth = expression.kind == Expression::Kind::apply && traits_of(expression.op).yields_truth;
        if (!truth) source_.fail(expression.at, "expected a comparison as condition");
        WarpInstruction unused;
        begin.index = values_.operand(value, ValueType::u32, expression.at, unused);
    }

    void condition(const Statement& statement) {
        const std::size_t before = program_.steps.size();
        Step begin;
        begin.kind = Step::Kind::if_begin;
        condition_operand(*statement.index, begin);
        instructions_ += program_.steps.size() - before;
        values_.end_statement();
        begin.slot = static_cast<std::uint16_t>(mask_level_++);
        program_.mask_levels = std::max(program_.mask_levels, mask_level_);
        const std::size_t begin_at = program_.steps.size();
        values_.emit(begin, statement.at);
        ++diverged_;
        block(statement.body);
        const std::size_t else_at = program_.steps.size();
        control(Step::Kind::else_begin, statement.at).slot = begin.slot;
        block(statement.otherwise);
        --diverged_;
        --mask_level_;
        program_.steps[begin_at].target = static_cast<std::uint32_t>(else_at);
        program_.steps[else_at].target = static_cast<std::uint32_t>(program_.steps.size());
        control(Step::Kind::if_end, statement.at).slot = begin.slot;
    }

    const Source& source_;
    const KernelSyntax& kernel_;
    Program program_;
    ValueCompiler values_;
    std::optional<Compiled> chain_;
    std::size_t instructions_ = 0;
    std::uint32_t mask_level_ = 0;
    unsigned diverged_ = 0;
};

}  // namespace

Program compile(const Source& source, const KernelSyntax& kernel, const std::vector<MemoryArray>& buffers) {
    return Compiler(source, kernel, buffers).run();
}

}  // namespace heddle::stim
