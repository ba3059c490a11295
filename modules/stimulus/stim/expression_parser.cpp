#include "heddle/stimulus/stim/expression_parser.h"

#include <map>

namespace heddle::stim {
namespace {

// Which name is to blame: often a size that is left to the file that includes this one.
std::string not_constant(const Expression& expression) {
    if (expression.kind == Expression::Kind::name && !is_reserved_word(expression.name))
        return "; '" + expression.name + "' is none: define it with 'const', here or before the 'include' of this file";
    for (const ExpressionPtr& argument : expression.arguments) {
        const std::string found = not_constant(*argument);
        if (!found.empty()) return found;
    }
    return "";
}

// Deeper nesting is no stimulus a person wrote, and must not exhaust the stack.
constexpr unsigned max_depth = 100;

struct BinaryOperator {
    const char* spelling;
    Op op;
};

// By rising precedence.
const std::vector<std::vector<BinaryOperator>>& levels() {
    static const std::vector<std::vector<BinaryOperator>> table = {
        {{"||", Op::logic_or}},
        {{"&&", Op::logic_and}},
        {{"|", Op::bit_or}},
        {{"^", Op::bit_xor}},
        {{"&", Op::bit_and}},
        {{"==", Op::eq}, {"!=", Op::ne}},
        {{"<", Op::lt}, {"<=", Op::le}, {">", Op::gt}, {">=", Op::ge}},
        {{"<<", Op::shl}, {">>", Op::shr}},
        {{"+", Op::add}, {"-", Op::sub}},
        {{"*", Op::mul}, {"/", Op::div}, {"%", Op::rem}},
    };
    return table;
}

const std::map<std::string, Op>& functions() {
    static const std::map<std::string, Op> table = {
        {"min", Op::min},       {"max", Op::max},   {"abs", Op::abs},     {"fma", Op::fma},
        {"select", Op::select}, {"sqrt", Op::sqrt}, {"rsqrt", Op::rsqrt}, {"rcp", Op::rcp},
        {"exp2", Op::exp2},     {"log2", Op::log2}, {"sin", Op::sin},     {"cos", Op::cos},
    };
    return table;
}

const BinaryOperator* match(const Token& token, const std::vector<BinaryOperator>& operators) {
    for (const BinaryOperator& candidate : operators)
        if (token.kind == Token::Kind::symbol && token.text == candidate.spelling) return &candidate;
    return nullptr;
}

}  // namespace

ExpressionPtr ExpressionParser::make(Expression::Kind kind, Position at) const {
    auto expression = std::make_unique<Expression>();
    expression->kind = kind;
    expression->at = at;
    return expression;
}

ExpressionPtr ExpressionParser::binary(unsigned level) {
    if (level == levels().size()) return unary();
    ExpressionPtr left = binary(level + 1);
    unsigned chained = 0;
    while (const BinaryOperator* found = match(cursor_.peek(), levels()[level])) {
        const Token symbol = cursor_.take();
        if (++chained > 10 * max_depth)
            cursor_.source().fail(symbol.at, "expression too long; expected 1000 operators at most");
        ExpressionPtr node = make(Expression::Kind::apply, symbol.at);
        node->op = found->op;
        node->arguments.push_back(std::move(left));
        node->arguments.push_back(binary(level + 1));
        left = std::move(node);
    }
    return left;
}

ExpressionPtr ExpressionParser::unary() {
    const Token& token = cursor_.peek();
    if (++depth_ > max_depth)
        cursor_.source().fail(token.at, "expression nested too deeply; expected 100 levels at most");
    ExpressionPtr result;
    if (token.is("-") || token.is("~") || token.is("!")) {
        const Token symbol = cursor_.take();
        result = make(Expression::Kind::apply, symbol.at);
        result->op = symbol.text == "-" ? Op::neg : symbol.text == "~" ? Op::bit_not : Op::logic_not;
        result->arguments.push_back(unary());
    } else {
        result = primary();
    }
    --depth_;
    return result;
}

ExpressionPtr ExpressionParser::primary() {
    if (cursor_.take_if("(")) {
        ExpressionPtr inner = expression();
        cursor_.expect(")");
        return inner;
    }
    const Token& token = cursor_.peek();
    if (token.kind == Token::Kind::integer || token.kind == Token::Kind::real) {
        const bool real = token.kind == Token::Kind::real;
        ExpressionPtr literal = make(real ? Expression::Kind::real : Expression::Kind::integer, token.at);
        literal->integer = token.integer;
        literal->real = token.real;
        cursor_.take();
        return literal;
    }
    if (token.kind != Token::Kind::name) cursor_.unexpected("a value");
    return named(cursor_.take());
}

ExpressionPtr ExpressionParser::named(const Token& token) {
    if (const Constant* value = cursor_.find_constant(token.text)) {
        ExpressionPtr literal = make(value->is_real ? Expression::Kind::real : Expression::Kind::integer, token.at);
        literal->integer = value->integer;
        literal->real = value->real;
        return literal;
    }
    if (cursor_.peek().is("(")) return token.text == "sum" ? sum(token) : call(token);
    ExpressionPtr node = make(Expression::Kind::name, token.at);
    node->name = token.text;
    if (cursor_.take_if("[")) {
        node->kind = Expression::Kind::element;
        node->arguments.push_back(expression());
        cursor_.expect("]");
    }
    return node;
}

ExpressionPtr ExpressionParser::call(const Token& token) {
    const auto function = functions().find(token.text);
    const auto type = value_type_named(token.text);
    if (function == functions().end() && (!type || *type == ValueType::u8))
        cursor_.source().fail(token.at, "unknown function '" + token.text +
                                            "'; expected a type or one of min max abs fma select sqrt rsqrt rcp exp2 "
                                            "log2 sin cos");
    ExpressionPtr node = make(type ? Expression::Kind::convert : Expression::Kind::apply, token.at);
    if (type)
        node->type = *type;
    else
        node->op = function->second;
    cursor_.expect("(");
    do node->arguments.push_back(expression());
    while (cursor_.take_if(","));
    const unsigned wanted = type ? 1 : traits_of(node->op).arity;
    if (node->arguments.size() != wanted)
        cursor_.source().fail(token.at, "'" + token.text + "' expected " + std::to_string(wanted) + " argument" +
                                            (wanted > 1 ? "s" : "") + ", found " +
                                            std::to_string(node->arguments.size()));
    cursor_.expect(")");
    return node;
}

ExpressionPtr ExpressionParser::sum(const Token& token) {
    ExpressionPtr node = make(Expression::Kind::sum, token.at);
    cursor_.expect("(");
    node->name = cursor_.new_name("the sum's variable").text;
    for (unsigned i = 0; i < 3; ++i) {
        cursor_.expect(",");
        node->arguments.push_back(expression());
    }
    cursor_.expect(")");
    return node;
}

Constant ExpressionParser::constant(const char* what) {
    const Position at = cursor_.peek().at;
    const ExpressionPtr parsed = expression();
    const auto value = constant_value(cursor_.source(), *parsed);
    if (!value) cursor_.source().fail(at, std::string("expected a constant as ") + what + not_constant(*parsed));
    return *value;
}

std::int64_t ExpressionParser::optional_step(std::int64_t most) {
    if (!cursor_.take_if("step")) return 1;
    const Position at = cursor_.peek().at;
    const std::int64_t step = integer_constant("the step", -most, most);
    if (step == 0) cursor_.source().fail(at, "the step is 0; expected a positive or negative step");
    return step;
}

std::int64_t ExpressionParser::integer_constant(const char* what, std::int64_t least, std::int64_t most) {
    const Position at = cursor_.peek().at;
    const Constant value = constant(what);
    if (value.is_real) cursor_.source().fail(at, std::string("expected an integer as ") + what);
    if (value.integer < least || value.integer > most)
        cursor_.source().fail(at, std::string(what) + " is " + std::to_string(value.integer) + "; expected " +
                                      std::to_string(least) + " to " + std::to_string(most));
    return value.integer;
}

}  // namespace heddle::stim
