#include "heddle/stimulus/stim/value_compiler.h"

#include <algorithm>

namespace heddle::stim {
namespace {

constexpr std::uint16_t first_temporary = 1u << 15;
constexpr std::uint32_t max_registers = 255;
constexpr std::uint64_t max_index_weight = 256;
constexpr std::size_t max_numbered = 60000;

Compiled of_index(IndexForm form) {
    Compiled result;
    result.index = std::move(form);
    return result;
}

Compiled of_real(double value) {
    Compiled result;
    result.kind = Compiled::Kind::real;
    result.real = value;
    return result;
}

bool is_value(const Compiled& compiled) {
    return compiled.kind == Compiled::Kind::value;
}

bool is_index(const Compiled& compiled) {
    return compiled.kind == Compiled::Kind::index;
}

ExecutionUnit unit_for(Op op, ValueType type) {
    if (traits_of(op).special || (op == Op::div && is_real(type))) return ExecutionUnit::sfu;
    return type == ValueType::f64 ? ExecutionUnit::fp64 : is_real(type) ? ExecutionUnit::fp32 : ExecutionUnit::alu;
}

}  // namespace

const Compiled* ValueCompiler::find(const std::string& name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
        const auto found = scope->find(name);
        if (found != scope->end()) return &found->second;
    }
    return nullptr;
}

Compiled ValueCompiler::new_register(ValueType type, Position at) {
    if (named_ >= max_registers) source_.fail(at, "the kernel names too many values; expected at most 255");
    Compiled result;
    result.kind = Compiled::Kind::value;
    result.type = type;
    result.number = static_cast<std::uint16_t>(named_++);
    return result;
}

Compiled ValueCompiler::temporary(ValueType type, Position at) {
    if (temporaries_used_ >= max_registers) source_.fail(at, "the expression is too large; expected fewer operators");
    Compiled result;
    result.kind = Compiled::Kind::value;
    result.type = type;
    result.number = static_cast<std::uint16_t>(first_temporary + temporaries_used_++);
    return result;
}

void ValueCompiler::number_temporaries() {
    program_.registers = named_;
    const auto renumber = [this](std::uint16_t& number) {
        if (number >= first_temporary) number = static_cast<std::uint16_t>(number - first_temporary + named_);
        program_.registers = std::max<std::uint32_t>(program_.registers, number + 1);
    };
    for (Step& step : program_.steps) {
        if (step.has_destination) renumber(step.destination);
        for (Operand& operand : step.operands)
            if (operand.kind == Operand::Kind::value) renumber(operand.number);
        if (step.index.kind == Operand::Kind::value) renumber(step.index.number);
        WarpInstruction& instruction = step.instruction;
        for (unsigned i = 0; i < instruction.source_count; ++i) renumber(instruction.sources[i]);
        for (unsigned i = 0; i < instruction.destination_count; ++i) renumber(instruction.destinations[i]);
        instruction.gather_operands();
    }
}

Step& ValueCompiler::emit(Step step, Position at) {
    step.instruction.pc = static_cast<std::uint32_t>(program_.steps.size());
    step.instruction.line = at.line;
    if (step.has_destination) {
        step.instruction.destination_count = 1;
        step.instruction.destinations[0] = step.destination;
    }
    program_.steps.push_back(step);
    return program_.steps.back();
}

void ValueCompiler::limit(std::size_t count, const char* what, Position at) const {
    if (count > max_numbered)
        source_.fail(at, "the kernel is too long; expected at most " + std::to_string(max_numbered) + " " + what);
}

std::uint16_t ValueCompiler::plan(const IndexForm& form, Position at) {
    limit(program_.plans.size() + 1, "indices, loop bounds and conditions", at);
    program_.plans.emplace_back(form, program_.shape);
    return static_cast<std::uint16_t>(program_.plans.size() - 1);
}

std::uint16_t ValueCompiler::constant(ValueType type, const Compiled& value, Position at) {
    limit(program_.constants.size() + 1, "constants", at);
    Lanes from, to;
    const bool real = value.kind == Compiled::Kind::real;
    for (unsigned l = 0; l < warp_lanes; ++l)
        if (real)
            from.f64[l] = value.real;
        else
            from.s64[l] = value.index.constant;
    convert_function(real ? ValueType::f64 : ValueType::s64, type)(to, from, from, from);
    program_.constants.push_back(to);
    return static_cast<std::uint16_t>(program_.constants.size() - 1);
}

Operand ValueCompiler::operand(const Compiled& value, ValueType type, Position at, WarpInstruction& instruction) {
    Operand result;
    if (is_value(value)) {
        if (value.type != type)
            source_.fail(at, std::string("expected ") + name_of(type) + ", found " + name_of(value.type) +
                                 "; convert with " + name_of(type) + "(...)");
        result.kind = Operand::Kind::value;
        result.number = value.number;
        instruction.sources[instruction.source_count++] = value.number;
    } else if (value.kind == Compiled::Kind::real && !is_real(type)) {
        source_.fail(at, std::string("expected ") + name_of(type) + ", found a real number");
    } else if (is_index(value) && !value.index.is_constant()) {
        result.kind = Operand::Kind::index;
        result.number = plan(value.index, at);
        result.convert = convert_function(ValueType::s64, type);
    } else {
        result.kind = Operand::Kind::constant;
        result.number = constant(type, value, at);
    }
    return result;
}

Compiled ValueCompiler::result(ValueType type, const Compiled* target, Position at) {
    if (target == nullptr) return temporary(type, at);
    if (target->type != type)
        source_.fail(at, std::string("expected ") + name_of(target->type) + ", found " + name_of(type) +
                             "; convert with " + name_of(target->type) + "(...)");
    return *target;
}

Compiled ValueCompiler::compile(const Expression& expression, std::optional<ValueType> hint, const Compiled* target) {
    switch (expression.kind) {
        case Expression::Kind::integer:
            return of_index(IndexForm::of_constant(expression.integer));
        case Expression::Kind::real:
            return of_real(expression.real);
        case Expression::Kind::name:
            return name(expression);
        case Expression::Kind::apply:
            return apply(expression, hint, target);
        case Expression::Kind::convert:
            return convert(expression, target);
        case Expression::Kind::element:
            source_.fail(expression.at,
                         "memory is read by a statement of its own; expected 'x = load " + expression.name + "[...]'");
        case Expression::Kind::sum:
            break;
    }
    source_.fail(expression.at, "'sum' belongs into contents; expected a for loop");
}

void ValueCompiler::compile_into(const Expression& expression, const Compiled& target) {
    const Compiled value = compile(expression, target.type, &target);
    if (is_value(value) && value.number == target.number && expression.kind != Expression::Kind::name) return;
    move(value, target, expression.at);
}

void ValueCompiler::move(const Compiled& value, const Compiled& target, Position at) {
    Step step;
    step.kind = Step::Kind::compute;
    step.instruction.unit = unit_for(Op::move, target.type);
    step.function = lane_function(Op::move, target.type);
    step.operands[0] = operand(value, target.type, at, step.instruction);
    step.destination = target.number;
    step.has_destination = true;
    step.value_bytes = static_cast<std::uint8_t>(bytes_of(target.type));
    emit(step, at);
}

Compiled ValueCompiler::compile_new(const Expression& expression) {
    Compiled value = compile(expression);
    if (is_index(value)) return value;
    const bool intermediate = is_value(value) && value.number >= first_temporary;
    const Compiled made = new_register(is_value(value) ? value.type : ValueType::f32, expression.at);
    if (intermediate) {
        Step& last = program_.steps.back();
        last.destination = made.number;
        last.instruction.destinations[0] = made.number;
    } else {
        move(value, made, expression.at);
    }
    return made;
}

IndexForm ValueCompiler::index_only(const Expression& expression, const char* what) {
    Compiled value = compile(expression);
    if (!is_index(value))
        source_.fail(expression.at, std::string("expected lane, warp, CTA or loop variables and integers as ") + what);
    return std::move(value.index);
}

Compiled ValueCompiler::apply(const Expression& expression, std::optional<ValueType> hint, const Compiled* target) {
    if (expression.op == Op::add)
        if (auto result = fused(expression, hint, target)) return *result;
    std::vector<Compiled> arguments;
    for (const auto& argument : expression.arguments) arguments.push_back(compile(*argument, hint));
    return apply_to(expression, expression.op, std::move(arguments), hint, target);
}

// a * b + c and c + a * b are one instruction when the product needs one at all.
std::optional<Compiled> ValueCompiler::fused(const Expression& expression, std::optional<ValueType> hint,
                                             const Compiled* target) {
    const auto is_product = [](const Expression& e) { return e.kind == Expression::Kind::apply && e.op == Op::mul; };
    const Expression* left = expression.arguments[0].get();
    const Expression* right = expression.arguments[1].get();
    const bool left_product = is_product(*left);
    if (!left_product && !is_product(*right)) return std::nullopt;
    const Expression& product = left_product ? *left : *right;
    const Expression& addend = left_product ? *right : *left;
    std::vector<Compiled> arguments;
    arguments.push_back(compile(*product.arguments[0], hint));
    arguments.push_back(compile(*product.arguments[1], hint));
    if (auto free = free_result(product, Op::mul, arguments)) {
        std::vector<Compiled> terms = {std::move(*free), compile(addend, hint)};
        return apply_to(expression, Op::add, std::move(terms), hint, target);
    }
    arguments.push_back(compile(addend, hint));
    return apply_to(expression, Op::fma, std::move(arguments), hint, target);
}

std::optional<Compiled> ValueCompiler::free_result(const Expression& at, Op op,
                                                   const std::vector<Compiled>& arguments) {
    const auto constant = [](const Compiled& c) { return !is_value(c) && (!is_index(c) || c.index.is_constant()); };
    const OpTraits traits = traits_of(op);
    if (std::all_of(arguments.begin(), arguments.end(), is_index) && traits.domain != Domain::reals) {
        std::vector<IndexForm> forms;
        forms.reserve(arguments.size());
        for (const Compiled& argument : arguments) forms.push_back(argument.index);
        if ((op == Op::div || op == Op::rem) && forms[1].is_constant() && forms[1].constant == 0)
            source_.fail(at.at, "division by zero");
        Compiled result = of_index(IndexForm::apply(op, forms));
        if (result.index.weight() > max_index_weight)
            source_.fail(at.at, "the index expression is too large; expected at most 256 operators");
        return result;
    }
    if (!std::all_of(arguments.begin(), arguments.end(), constant) || traits.domain == Domain::integers)
        return std::nullopt;
    double values[3] = {0, 0, 0};
    for (std::size_t i = 0; i < arguments.size(); ++i)
        values[i] = is_index(arguments[i]) ? static_cast<double>(arguments[i].index.constant) : arguments[i].real;
    const double value = apply_real(op, values[0], values[1], values[2]);
    return traits.yields_truth ? of_index(IndexForm::of_constant(value != 0)) : of_real(value);
}

ValueType ValueCompiler::common_type(const Expression& at, const std::vector<Compiled>& arguments, std::size_t first,
                                     std::optional<ValueType> hint) const {
    std::optional<ValueType> type;
    bool real = false;
    for (std::size_t i = first; i < arguments.size(); ++i) {
        real |= arguments[i].kind == Compiled::Kind::real;
        if (!is_value(arguments[i])) continue;
        if (type && *type != arguments[i].type)
            source_.fail(at.at, std::string("operands of types ") + name_of(*type) + " and " +
                                    name_of(arguments[i].type) + "; expected one type, convert with " + name_of(*type) +
                                    "(...)");
        type = arguments[i].type;
    }
    if (type) return *type;
    if (hint && (is_real(*hint) || !real)) return *hint;
    return real || traits_of(at.op).domain == Domain::reals ? ValueType::f32 : ValueType::s64;
}

Compiled ValueCompiler::apply_to(const Expression& at, Op op, std::vector<Compiled> arguments,
                                 std::optional<ValueType> hint, const Compiled* target) {
    if (auto free = free_result(at, op, arguments)) return *free;
    const OpTraits traits = traits_of(op);
    if (traits.yields_truth) hint = std::nullopt;  // the type of the result says nothing about what is compared
    const std::size_t first = op == Op::select ? 1 : 0;
    const ValueType type = common_type(at, arguments, first, hint);
    Step step;
    step.kind = Step::Kind::compute;
    step.function = lane_function(op, type);
    if (step.function == nullptr)
        source_.fail(at.at, std::string("this operator does not work on ") + name_of(type) + "; expected " +
                                (traits.domain == Domain::reals ? "f32 or f64" : "integers"));
    step.instruction.unit = unit_for(op, type);
    for (std::size_t i = 0; i < arguments.size(); ++i)
        step.operands[i] = operand(arguments[i], i < first ? ValueType::u32 : type, at.at, step.instruction);
    const ValueType result_type = traits.yields_truth ? ValueType::u32 : type;
    const Compiled made = result(result_type, target, at.at);
    step.destination = made.number;
    step.has_destination = true;
    step.value_bytes = static_cast<std::uint8_t>(bytes_of(result_type));
    emit(step, at.at);
    return made;
}

Compiled ValueCompiler::convert(const Expression& expression, const Compiled* target) {
    const Compiled from = compile(*expression.arguments[0]);
    Step step;
    step.kind = Step::Kind::compute;
    const ValueType source_type = is_value(from) ? from.type : is_index(from) ? ValueType::s64 : ValueType::f64;
    step.function = convert_function(source_type, expression.type);
    const bool wide = source_type == ValueType::f64 || expression.type == ValueType::f64;
    step.instruction.unit = wide && is_value(from) ? ExecutionUnit::fp64 : ExecutionUnit::alu;
    step.operands[0] = operand(from, source_type, expression.at, step.instruction);
    const Compiled made = result(expression.type, target, expression.at);
    step.destination = made.number;
    step.has_destination = true;
    step.value_bytes = static_cast<std::uint8_t>(bytes_of(expression.type));
    emit(step, expression.at);
    return made;
}

Compiled ValueCompiler::name(const Expression& expression) const {
    if (const Compiled* found = find(expression.name)) return *found;
    static const std::map<std::string, unsigned> variables = {
        {"lane", variable::lane},   {"tid", variable::tid},    {"tid.x", variable::tid_x}, {"tid.y", variable::tid_y},
        {"tid.z", variable::tid_z}, {"warp", variable::warp},  {"cta", variable::cta},     {"cta.x", variable::cta_x},
        {"cta.y", variable::cta_y}, {"cta.z", variable::cta_z}};
    const auto built_in = variables.find(expression.name);
    if (built_in != variables.end()) return of_index(IndexForm::of_variable(built_in->second));
    const KernelShape& shape = program_.shape;
    const std::map<std::string, std::uint64_t> sizes = {
        {"ntid", shape.block.count()}, {"ntid.x", shape.block.x}, {"ntid.y", shape.block.y}, {"ntid.z", shape.block.z},
        {"ncta", shape.grid.count()},  {"ncta.x", shape.grid.x},  {"ncta.y", shape.grid.y},  {"ncta.z", shape.grid.z}};
    const auto size = sizes.find(expression.name);
    if (size != sizes.end()) return of_index(IndexForm::of_constant(static_cast<std::int64_t>(size->second)));
    source_.fail(expression.at,
                 "unknown name '" + expression.name +
                     "'; expected a value or index assigned above, a loop variable, or lane warp tid cta "
                     "ntid ncta");
}

}  // namespace heddle::stim
