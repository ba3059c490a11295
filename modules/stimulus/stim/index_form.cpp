#include "heddle/stimulus/stim/index_form.h"

#include <algorithm>

#include "heddle/stimulus/stim/lanes.h"

namespace heddle::stim {
namespace {

std::int64_t product(std::int64_t a, std::int64_t b) {
    return apply_integer(Op::mul, a, b, 0);
}

std::int64_t sum(std::int64_t a, std::int64_t b) {
    return apply_integer(Op::add, a, b, 0);
}

template <class Predicate>
bool any_variable(const IndexForm& form, Predicate matches) {
    for (const auto& term : form.terms)
        if (matches(term.variable)) return true;
    for (const auto& nested : form.nested)
        for (const auto& argument : nested.operation->arguments)
            if (any_variable(argument, matches)) return true;
    return false;
}

IndexForm scaled(const IndexForm& form, std::int64_t factor) {
    IndexForm result;
    result.add(form, factor);
    return result;
}

}  // namespace

IndexForm IndexForm::of_constant(std::int64_t value) {
    IndexForm result;
    result.constant = value;
    return result;
}

IndexForm IndexForm::of_variable(unsigned number) {
    IndexForm result;
    result.terms.push_back({number, 1});
    return result;
}

void IndexForm::add(const IndexForm& other, std::int64_t factor) {
    if (factor == 0) return;
    constant = sum(constant, product(other.constant, factor));
    for (const Term& term : other.terms) {
        const auto same =
            std::find_if(terms.begin(), terms.end(), [&](const Term& t) { return t.variable == term.variable; });
        if (same == terms.end())
            terms.push_back({term.variable, product(term.factor, factor)});
        else
            same->factor = sum(same->factor, product(term.factor, factor));
    }
    for (const Nested& term : other.nested) nested.push_back({term.operation, product(term.factor, factor)});
}

IndexForm IndexForm::apply(Op op, const std::vector<IndexForm>& arguments) {
    const IndexForm& a = arguments[0];
    const auto all_constant = [](const IndexForm& form) { return form.is_constant(); };
    if (std::all_of(arguments.begin(), arguments.end(), all_constant)) {
        const std::int64_t b = arguments.size() > 1 ? arguments[1].constant : 0;
        return of_constant(apply_integer(op, a.constant, b, arguments.size() > 2 ? arguments[2].constant : 0));
    }
    if (op == Op::add || op == Op::sub) {
        IndexForm result = a;
        result.add(arguments[1], op == Op::add ? 1 : -1);
        return result;
    }
    if (op == Op::neg) return scaled(a, -1);
    if (op == Op::mul && a.is_constant()) return scaled(arguments[1], a.constant);
    if (op == Op::mul && arguments[1].is_constant()) return scaled(a, arguments[1].constant);
    if (op == Op::shl && arguments[1].is_constant())
        return scaled(a, apply_integer(Op::shl, 1, arguments[1].constant, 0));
    auto operation = std::make_shared<IndexOperation>();
    operation->op = op;
    operation->arguments = arguments;
    operation->weight = 1;
    for (const IndexForm& argument : arguments) operation->weight += argument.weight();
    IndexForm result;
    result.nested.push_back({operation, 1});
    return result;
}

std::uint64_t IndexForm::weight() const {
    std::uint64_t result = terms.size();
    for (const Nested& term : nested) result += term.operation->weight;
    return result;
}

bool IndexForm::varies_by_lane() const {
    return any_variable(*this, [](unsigned number) { return number < variable::warp; });
}

bool IndexForm::varies_by_warp() const {
    return any_variable(*this, [](unsigned number) { return number <= variable::warp && number != variable::lane; });
}

bool IndexForm::varies_in_time() const {
    return any_variable(*this, [](unsigned number) { return number > variable::warp; });
}

std::int64_t IndexForm::value(const std::int64_t* variables) const {
    std::int64_t result = constant;
    for (const Term& term : terms) result = sum(result, product(term.factor, variables[term.variable]));
    for (const Nested& term : nested) {
        std::int64_t values[3] = {0, 0, 0};
        for (std::size_t i = 0; i < term.operation->arguments.size(); ++i)
            values[i] = term.operation->arguments[i].value(variables);
        const std::int64_t applied = apply_integer(term.operation->op, values[0], values[1], values[2]);
        result = sum(result, product(term.factor, applied));
    }
    return result;
}

}  // namespace heddle::stim
