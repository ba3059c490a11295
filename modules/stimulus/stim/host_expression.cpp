#include "heddle/stimulus/stim/host_expression.h"

#include <algorithm>

#include "heddle/base/stop_request.h"
#include "heddle/stimulus/stim/constant.h"

namespace heddle::stim {
namespace {

HostNode node_of(HostNode::Kind kind, Position at, bool real) {
    HostNode node;
    node.kind = kind;
    node.at = at;
    node.real = real;
    return node;
}

HostNode as_real(HostNode node) {
    if (node.real) return node;
    HostNode result = node_of(HostNode::Kind::to_real, node.at, true);
    result.arguments.push_back(std::move(node));
    return result;
}

bool holds_sum(const HostNode& node) {
    return node.kind == HostNode::Kind::sum || std::any_of(node.arguments.begin(), node.arguments.end(), holds_sum);
}

}  // namespace

HostExpression::HostExpression(const Source& source, const Expression& expression, const BufferLookup& lookup)
    : source_(source) {
    std::vector<std::string> variables = {"i"};
    root_ = build(expression, variables, lookup);
}

HostNode HostExpression::build(const Expression& expression, std::vector<std::string>& variables,
                               const BufferLookup& lookup) {
    switch (expression.kind) {
        case Expression::Kind::integer:
        case Expression::Kind::real: {
            HostNode node = node_of(HostNode::Kind::constant, expression.at, expression.kind == Expression::Kind::real);
            for (unsigned l = 0; l < warp_lanes; ++l)
                if (node.real)
                    node.constant.f64[l] = expression.real;
                else
                    node.constant.s64[l] = expression.integer;
            return node;
        }
        case Expression::Kind::name:
            break;
        case Expression::Kind::apply:
            return build_apply(expression, variables, lookup);
        case Expression::Kind::convert: {
            HostNode node = node_of(HostNode::Kind::convert, expression.at, heddle::stim::is_real(expression.type));
            node.type = expression.type;
            node.arguments.push_back(build(*expression.arguments[0], variables, lookup));
            return node;
        }
        case Expression::Kind::element:
            return build_element(expression, variables, lookup);
        case Expression::Kind::sum:
            return build_sum(expression, variables, lookup);
    }
    const auto found = std::find(variables.rbegin(), variables.rend(), expression.name);
    if (found == variables.rend())
        source_.fail(expression.at,
                     "unknown name '" + expression.name + "'; expected i, a constant or a sum's variable");
    HostNode node = node_of(HostNode::Kind::variable, expression.at, false);
    node.variable = static_cast<unsigned>(variables.rend() - found - 1);
    return node;
}

HostNode HostExpression::build_apply(const Expression& expression, std::vector<std::string>& variables,
                                     const BufferLookup& lookup) {
    const OpTraits traits = traits_of(expression.op);
    const std::size_t first = expression.op == Op::select ? 1 : 0;
    HostNode node = node_of(HostNode::Kind::apply, expression.at, traits.domain == Domain::reals);
    for (std::size_t i = 0; i < expression.arguments.size(); ++i) {
        node.arguments.push_back(build(*expression.arguments[i], variables, lookup));
        const bool real = node.arguments.back().real;
        if (real && i < first) source_.fail(expression.at, "expected a condition, found a real number");
        if (i >= first) node.real |= real;
    }
    if (node.real && traits.domain == Domain::integers)
        source_.fail(expression.at, "this operator works on integers; found a real number");
    node.function = wide_lane_function(expression.op, node.real ? ValueType::f64 : ValueType::s64);
    if (node.real)
        for (std::size_t i = first; i < node.arguments.size(); ++i)
            node.arguments[i] = as_real(std::move(node.arguments[i]));
    if (traits.yields_truth) node.real = false;
    return node;
}

HostNode HostExpression::build_element(const Expression& expression, std::vector<std::string>& variables,
                                       const BufferLookup& lookup) {
    const InitialContents* buffer = lookup(expression.name);
    if (buffer == nullptr)
        source_.fail(expression.at, "unknown buffer '" + expression.name + "'; expected one declared above");
    HostNode node = node_of(HostNode::Kind::element, expression.at, heddle::stim::is_real(buffer->type));
    node.buffer = buffer;
    node.arguments.push_back(build(*expression.arguments[0], variables, lookup));
    if (node.arguments[0].real)
        source_.fail(expression.at, "expected an integer as index of '" + expression.name + "'");
    return node;
}

HostNode HostExpression::build_sum(const Expression& expression, std::vector<std::string>& variables,
                                   const BufferLookup& lookup) {
    HostNode node = node_of(HostNode::Kind::sum, expression.at, false);
    std::int64_t* const bounds[] = {&node.first, &node.last};
    for (unsigned i = 0; i < 2; ++i) {
        const auto value = constant_value(source_, *expression.arguments[i]);
        if (!value || value->is_real)
            source_.fail(expression.arguments[i]->at, "expected an integer constant as bound of the sum");
        *bounds[i] = value->integer;
    }
    node.variable = static_cast<unsigned>(variables.size());
    variables.push_back(expression.name);
    variable_count_ = std::max(variable_count_, variables.size());
    node.arguments.push_back(build(*expression.arguments[2], variables, lookup));
    variables.pop_back();
    node.real = node.arguments[0].real;
    node.function = wide_lane_function(Op::add, node.real ? ValueType::f64 : ValueType::s64);
    return node;
}

void HostExpression::values(const std::int64_t* indices, Lanes& out) const {
    Variables variables(variable_count_);
    std::copy(indices, indices + warp_lanes, variables[0].s64);
    evaluate(root_, variables, out);
}

void HostExpression::evaluate(const HostNode& node, Variables& variables, Lanes& out) const {
    switch (node.kind) {
        case HostNode::Kind::constant:
            out = node.constant;
            return;
        case HostNode::Kind::variable:
            out = variables[node.variable];
            return;
        case HostNode::Kind::element:
            return evaluate_element(node, variables, out);
        case HostNode::Kind::sum:
            return evaluate_sum(node, variables, out);
        default:
            break;
    }
    Lanes values[3];
    for (std::size_t i = 0; i < node.arguments.size(); ++i) evaluate(node.arguments[i], variables, values[i]);
    if (node.kind == HostNode::Kind::apply) {
        node.function(out, values[0], values[1], values[2]);
        return;
    }
    const ValueType from = node.arguments[0].real ? ValueType::f64 : ValueType::s64;
    if (node.kind == HostNode::Kind::to_real) {
        convert_function(from, ValueType::f64)(out, values[0], values[0], values[0]);
        return;
    }
    convert_function(from, node.type)(values[1], values[0], values[0], values[0]);
    convert_function(node.type, node.real ? ValueType::f64 : ValueType::s64)(out, values[1], values[1], values[1]);
}

void HostExpression::evaluate_element(const HostNode& node, Variables& variables, Lanes& out) const {
    Lanes indices;
    evaluate(node.arguments[0], variables, indices);
    for (unsigned l = 0; l < warp_lanes; ++l)
        if (indices.u64[l] >= node.buffer->elements)
            source_.fail(node.at, node.buffer->name + "[" + std::to_string(indices.s64[l]) +
                                      "] is out of bounds for i = " + std::to_string(variables[0].s64[l]) +
                                      "; expected 0 to " + std::to_string(node.buffer->elements - 1));
    node.buffer->contents->values(indices.s64, out);
    narrow(node.buffer->type, out);
}

void HostExpression::evaluate_sum(const HostNode& node, Variables& variables, Lanes& out) const {
    Lanes term;
    std::fill(out.u64, out.u64 + warp_lanes, 0);  // all bits zero is 0.0 too
    for (std::int64_t k = node.first; k < node.last; ++k) {
        throw_if_stop_requested();
        std::fill(variables[node.variable].s64, variables[node.variable].s64 + warp_lanes, k);
        evaluate(node.arguments[0], variables, term);
        node.function(out, out, term, term);
    }
}

void HostExpression::try_ends(std::int64_t first, std::int64_t last) const {
    for (const bool sums_at_last : {false, true}) {
        Variables variables(variable_count_);
        for (unsigned l = 0; l < warp_lanes; ++l) variables[0].s64[l] = l == 0 ? first : last;
        try_elements(root_, sums_at_last, variables);
    }
}

void HostExpression::try_elements(const HostNode& node, bool last, Variables& variables) const {
    if (node.kind == HostNode::Kind::sum) {
        if (node.first >= node.last) return;
        std::fill_n(variables[node.variable].s64, warp_lanes, last ? node.last - 1 : node.first);
    }
    for (const HostNode& argument : node.arguments) try_elements(argument, last, variables);
    Lanes unused;
    if (node.kind == HostNode::Kind::element && !holds_sum(node)) evaluate_element(node, variables, unused);
}

}  // namespace heddle::stim
