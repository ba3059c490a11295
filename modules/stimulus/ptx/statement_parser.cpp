#include "heddle/stimulus/ptx/statement_parser.h"

#include <cstring>

#include "heddle/stimulus/ptx/special_register.h"
#include "heddle/stimulus/ptx/variable_parser.h"

namespace heddle::ptx {
namespace {

constexpr std::size_t max_block_depth = 64;
constexpr std::size_t max_operands = 16;

}  // namespace

void StatementParser::body() {
    block();
    check_labels();
}

void StatementParser::block() {
    const Position start = cursor_.peek().at;
    cursor_.expect("{");
    if (scope_.depth() > max_block_depth) cursor_.fail(start, "blocks are nested too deeply");
    scope_.open();
    while (!cursor_.take_if("}")) {
        if (cursor_.at_end()) cursor_.fail(start, "this '{' is never closed");
        statement();
    }
    scope_.close();
}

void StatementParser::statement() {
    const Token& token = cursor_.peek();
    if (token.is("{")) return block();
    if (token.is(";")) {
        cursor_.take();
        return;
    }
    if (token.kind == Token::Kind::word && token.text[0] == '.') return directive();
    if (token.kind == Token::Kind::word && cursor_.peek(1).is(":")) {
        const bool fresh =
            function_.labels.emplace(token.text, static_cast<std::uint32_t>(function_.instructions.size())).second;
        if (!fresh) cursor_.fail(token.at, "label '" + token.text + "' is defined twice");
        cursor_.take();
        cursor_.take();
        return;
    }
    instruction();
}

void StatementParser::directive() {
    const Token& token = cursor_.peek();
    if (token.is(".loc") || token.is(".file")) return cursor_.skip_line();
    cursor_.take();
    if (token.is(".reg")) return registers();
    if (token.is(".pragma")) {
        while (!cursor_.peek().is(";") && !cursor_.at_end()) cursor_.take();
        return cursor_.expect(";");
    }
    const auto space = space_named(token.text.substr(1));
    if (!space) cursor_.fail(token.at, "directive '" + token.text + "' is not supported inside a function");
    variables(*space);
}

void StatementParser::registers() {
    VariableParser types(cursor_);
    if (cursor_.peek().is(".v2") || cursor_.peek().is(".v4"))
        cursor_.fail(cursor_.peek().at, "vector registers are not supported");
    const Type type = types.type("a register type such as .b32");
    do {
        const Token& name = cursor_.name("a register's name");
        bool fresh;
        if (cursor_.take_if("<")) {
            const auto count = static_cast<std::uint32_t>(cursor_.unsigned_integer("a number of registers", 1u << 24));
            cursor_.expect(">");
            fresh = scope_.declare_range(name.text, count, type);
        } else {
            fresh = scope_.declare_register(name.text, type);
        }
        if (!fresh) cursor_.fail(name.at, "register '" + name.text + "' is declared twice");
    } while (cursor_.take_if(","));
    cursor_.expect(";");
}

void StatementParser::variables(Space space) {
    VariableParser parser(cursor_);
    Variable variable = parser.parse(space);
    for (;;) {
        std::uint32_t index;
        if (variable.unsized) cursor_.fail(variable.at, "'" + variable.name + "' needs a size");
        if (space == Space::global || space == Space::constant)
            cursor_.fail(variable.at,
                         std::string("a .") + name_of(space) + " variable inside a function is not supported");
        if (!scope_.declare_variable(variable, index))
            cursor_.fail(variable.at, "variable '" + variable.name + "' is declared twice");
        if (!cursor_.take_if(",")) break;
        variable = parser.parse_another();
    }
    cursor_.expect(";");
}

void StatementParser::guard(Instruction& instruction) {
    if (!cursor_.take_if("@")) return;
    instruction.guard_negated = cursor_.take_if("!");
    const Token& name = cursor_.name("a predicate register");
    instruction.guard = scope_.find_register(name.text);
    if (instruction.guard == no_index) cursor_.fail(name.at, "undefined register '" + name.text + "'");
    if (function_.registers[instruction.guard].type != Type::pred)
        cursor_.fail(name.at, "'" + name.text + "' is no predicate register");
}

void StatementParser::instruction() {
    Instruction instruction;
    instruction.at = cursor_.peek().at;
    guard(instruction);
    const Token& opcode = cursor_.name("an instruction");
    if (instruction.guard == no_index) instruction.at = opcode.at;
    instruction.opcode = opcode.text;
    if (opcode.text == "call" || opcode.text.compare(0, 5, "call.") == 0)
        call(instruction);
    else if (!cursor_.peek().is(";"))
        instruction.operands = operand_list();
    cursor_.expect(";");
    function_.instructions.push_back(std::move(instruction));
}

void StatementParser::call(Instruction& instruction) {
    const auto parenthesised = [&](std::vector<Operand>& list) {
        cursor_.expect("(");
        if (!cursor_.peek().is(")")) list = operand_list();
        cursor_.expect(")");
    };
    if (cursor_.peek().is("(")) {
        parenthesised(instruction.results);
        cursor_.expect(",");
    }
    const Token& name = cursor_.name("a function's name");
    instruction.callee = name.text;
    if (!cursor_.take_if(",")) return;
    if (!cursor_.peek().is("(")) cursor_.unexpected("'('");
    parenthesised(instruction.arguments);
    if (cursor_.take_if(",")) cursor_.fail(instruction.at, "indirect calls are not supported");
}

std::vector<Operand> StatementParser::operand_list() {
    std::vector<Operand> list;
    do {
        if (list.size() >= max_operands) cursor_.fail(cursor_.peek().at, "too many operands");
        list.push_back(operand(false));
        if (cursor_.take_if("|")) {  // two destinations: %p1|%p2
            list.push_back(operand(false));
            list.back().name = "|";
        }
    } while (cursor_.take_if(","));
    return list;
}

Operand StatementParser::operand(bool nested) {
    const Token& token = cursor_.peek();
    if (token.is("[") && !nested) return address();
    if (token.is("{") && !nested) return vector();
    if (token.is("!")) {
        cursor_.take();
        Operand inner = word_operand();
        inner.negated = true;
        if (inner.kind != Operand::Kind::reg || function_.registers[inner.index].type != Type::pred)
            cursor_.fail(inner.at, "'!' is only for predicates; '" + inner.name + "' is none");
        return inner;
    }
    if (token.is("-") || token.is("+")) {
        cursor_.take();
        return number(token.is("-"));
    }
    if (token.kind == Token::Kind::word) return word_operand();
    return number(false);
}

Operand StatementParser::number(bool negative) {
    const Token& token = cursor_.peek();
    Operand result;
    result.at = token.at;
    if (token.kind == Token::Kind::integer) {
        result.kind = Operand::Kind::integer;
        result.integer = static_cast<std::int64_t>(negative ? ~token.integer + 1 : token.integer);
    } else if (token.kind == Token::Kind::real32) {
        result.kind = Operand::Kind::real;
        result.single = true;
        const auto bits = static_cast<std::uint32_t>(token.integer);
        float value;
        std::memcpy(&value, &bits, 4);
        result.integer = static_cast<std::int64_t>(bits ^ (negative ? 0x80000000u : 0));
        result.real = negative ? -value : value;
    } else if (token.kind == Token::Kind::real64) {
        result.kind = Operand::Kind::real;
        result.integer = static_cast<std::int64_t>(token.integer ^ (negative ? std::uint64_t{1} << 63 : 0));
        std::memcpy(&result.real, &result.integer, 8);
    } else {
        cursor_.unexpected("an operand");
    }
    cursor_.take();
    return result;
}

Operand StatementParser::word_operand() {
    const Token& token = cursor_.name("an operand");
    Operand result;
    result.at = token.at;
    result.name = token.text;
    if (token.text == "_") return result;
    if (token.text == "WARP_SZ") {
        result.kind = Operand::Kind::integer;
        result.integer = 32;
        return result;
    }
    result.index = scope_.find_register(token.text);
    if (result.index != no_index) {
        result.kind = Operand::Kind::reg;
        return result;
    }
    if (const auto special = special_named(token.text)) {
        result.kind = Operand::Kind::special;
        result.index = static_cast<std::uint32_t>(*special);
        return result;
    }
    if (token.text[0] == '%') cursor_.fail(token.at, "undefined register '" + token.text + "'");
    result.kind = Operand::Kind::symbol;
    result.index = scope_.find_variable(token.text);
    if (result.index != no_index) return result;
    if (const Variable* variable = ast_.find_variable(token.text)) {
        result.index = static_cast<std::uint32_t>(variable - ast_.variables.data());
        result.module_scope = true;
        return result;
    }
    result.kind = Operand::Kind::name;
    return result;
}

Operand StatementParser::address() {
    Operand result;
    result.kind = Operand::Kind::address;
    result.at = cursor_.peek().at;
    cursor_.expect("[");
    result.elements.push_back(operand(true));
    for (bool minus; (minus = cursor_.peek().is("-")) || cursor_.peek().is("+");) {
        cursor_.take();
        const bool negative = cursor_.take_if("-") != minus;
        const auto offset = static_cast<std::int64_t>(cursor_.unsigned_integer("an offset", std::uint64_t{1} << 40));
        result.integer += negative ? -offset : offset;
    }
    cursor_.expect("]");
    const Operand& base = result.elements[0];
    if (base.kind == Operand::Kind::name) cursor_.fail(base.at, "undefined variable '" + base.name + "'");
    if (base.kind != Operand::Kind::reg && base.kind != Operand::Kind::symbol && base.kind != Operand::Kind::integer)
        cursor_.fail(base.at, "expected a register, a variable or a number as address");
    return result;
}

Operand StatementParser::vector() {
    Operand result;
    result.kind = Operand::Kind::vector;
    result.at = cursor_.peek().at;
    cursor_.expect("{");
    do {
        if (result.elements.size() >= 8) cursor_.fail(cursor_.peek().at, "a vector has at most 8 elements");
        result.elements.push_back(operand(true));
    } while (cursor_.take_if(","));
    cursor_.expect("}");
    return result;
}

void StatementParser::check_labels() const {
    for (const Instruction& instruction : function_.instructions)
        for (const Operand& operand : instruction.operands)
            if (operand.kind == Operand::Kind::name && function_.labels.count(operand.name) == 0)
                cursor_.fail(operand.at, "undefined name '" + operand.name + "'");
}

}  // namespace heddle::ptx
