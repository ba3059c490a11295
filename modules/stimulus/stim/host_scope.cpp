#include "heddle/stimulus/stim/host_scope.h"

namespace heddle::stim {

const HostScope::Variable* HostScope::find(const std::string& name) const {
    for (auto variable = variables_.rbegin(); variable != variables_.rend(); ++variable)
        if (variable->name == name) return &*variable;
    return nullptr;
}

const MemoryArray& HostScope::buffer(const std::string& name, Position at) const {
    const MemoryArray* array = buffers_.find(name);
    if (array == nullptr) source_.fail(at, "unknown buffer '" + name + "'; expected one declared in this file");
    return *array;
}

bool HostScope::check(const Expression& expression) const {
    switch (expression.kind) {
        case Expression::Kind::integer:
            return false;
        case Expression::Kind::real:
            return true;
        case Expression::Kind::name:
            if (find(expression.name)) return false;
            if (buffers_.find(expression.name))
                source_.fail(expression.at, "'" + expression.name + "' is a buffer; expected a value, as " +
                                                expression.name + "[...]");
            source_.fail(expression.at,
                         "unknown name '" + expression.name + "'; expected a constant or the variable of a for loop");
        case Expression::Kind::apply:
            return check_apply(expression);
        case Expression::Kind::convert:
            check(*expression.arguments[0]);
            return is_real(expression.type);
        case Expression::Kind::element:
            check_integer(*expression.arguments[0], "the index");
            return is_real(buffer(expression.name, expression.at).type);
        case Expression::Kind::sum:
            break;
    }
    source_.fail(expression.at, "'sum' belongs into contents; expected a value");
}

bool HostScope::check_apply(const Expression& expression) const {
    const OpTraits traits = traits_of(expression.op);
    bool real = traits.domain == Domain::reals;
    for (const ExpressionPtr& argument : expression.arguments) real |= check(*argument);
    (void)constant_value(source_, expression);  // refuses a constant that cannot be worked out
    if (real && traits.domain == Domain::integers)
        source_.fail(expression.at, "this operator works on integers; found a real number");
    return real && !traits.yields_truth;
}

void HostScope::check_integer(const Expression& expression, const char* what) const {
    if (check(expression)) source_.fail(expression.at, std::string("expected an integer as ") + what);
}

Constant HostScope::value(const Expression& expression, HostMemory& memory) const {
    const auto lookup = [&](const Expression& named) -> std::optional<Constant> {
        if (named.kind == Expression::Kind::element) return element(named, memory);
        if (const Variable* variable = find(named.name)) return Constant{false, variable->value, 0};
        return std::nullopt;
    };
    const auto result = constant_value(source_, expression, lookup);
    if (!result) source_.fail(expression.at, "expected a value the host knows");
    return *result;
}

std::uint64_t HostScope::address(const MemoryArray& array, const Expression& index, HostMemory& memory) const {
    const std::int64_t at = value(index, memory).integer;
    if (at < 0 || static_cast<std::uint64_t>(at) >= array.elements)
        throw SimulationError(source_.name_of(index.at) + ":" + std::to_string(index.at.line) + ":" +
                              std::to_string(index.at.column) + ": index " + std::to_string(at) +
                              " is outside of buffer '" + array.name + "'; expected 0 to " +
                              std::to_string(array.elements - 1));
    return array.base + static_cast<std::uint64_t>(at) * bytes_of(array.type);
}

Constant HostScope::element(const Expression& expression, HostMemory& memory) const {
    const MemoryArray& array = buffer(expression.name, expression.at);
    std::uint8_t bytes[8] = {};
    memory.read(address(array, *expression.arguments[0], memory), bytes, bytes_of(array.type));
    Lanes values;
    from_bytes(array.type, bytes, 1, values);
    return is_real(array.type) ? Constant{true, 0, values.f64[0]} : Constant{false, values.s64[0], 0};
}

}  // namespace heddle::stim
