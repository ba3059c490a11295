#include "heddle/stimulus/stim/constant.h"

#include "heddle/stimulus/stim/lanes.h"

namespace heddle::stim {
namespace {

Constant apply_constant(const Source& source, const Expression& expression, const Constant* values, bool at_run) {
    const OpTraits traits = traits_of(expression.op);
    bool real = traits.domain == Domain::reals;
    for (unsigned i = 0; i < traits.arity; ++i) real |= values[i].is_real;
    if (real && traits.domain == Domain::integers)
        source.fail(expression.at, "this operator works on integers; found a real number");
    const bool divides = expression.op == Op::div || expression.op == Op::rem;
    if (divides && !real && values[1].integer == 0 && !at_run)
        source.fail(expression.at, "division by zero in a constant");
    Constant result;
    if (!real) {
        result.integer = apply_integer(expression.op, values[0].integer, values[1].integer, values[2].integer);
    } else {
        const double value = apply_real(expression.op, values[0].as_real(), values[1].as_real(), values[2].as_real());
        result.is_real = !traits.yields_truth;
        result.real = value;
        result.integer = traits.yields_truth ? static_cast<std::int64_t>(value) : 0;
    }
    return result;
}

Constant convert_constant(ValueType type, Constant value) {
    Lanes from, to, result;
    const ValueType wide = is_real(type) ? ValueType::f64 : ValueType::s64;
    for (unsigned l = 0; l < warp_lanes; ++l)
        if (value.is_real)
            from.f64[l] = value.real;
        else
            from.s64[l] = value.integer;
    convert_function(value.is_real ? ValueType::f64 : ValueType::s64, type)(to, from, from, from);
    convert_function(type, wide)(result, to, to, to);
    if (is_real(type)) return {true, 0, result.f64[0]};
    return {false, result.s64[0], 0};
}

}  // namespace

std::optional<Constant> constant_value(const Source& source, const Expression& expression,
                                       const ConstantLookup& lookup) {
    switch (expression.kind) {
        case Expression::Kind::integer:
            return Constant{false, expression.integer, 0};
        case Expression::Kind::real:
            return Constant{true, 0, expression.real};
        case Expression::Kind::apply:
        case Expression::Kind::convert:
            break;
        default:
            return lookup ? lookup(expression) : std::nullopt;
    }
    Constant values[3];
    for (std::size_t i = 0; i < expression.arguments.size(); ++i) {
        const auto value = constant_value(source, *expression.arguments[i], lookup);
        if (!value) return std::nullopt;
        values[i] = *value;
    }
    if (expression.kind == Expression::Kind::convert) return convert_constant(expression.type, values[0]);
    return apply_constant(source, expression, values, lookup != nullptr);
}

}  // namespace heddle::stim
