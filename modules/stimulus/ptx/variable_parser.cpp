#include "heddle/stimulus/ptx/variable_parser.h"

#include <algorithm>
#include <cstring>

namespace heddle::ptx {
namespace {

constexpr unsigned max_nesting = 8;

}  // namespace

Type VariableParser::type(const char* what) {
    const Token& token = cursor_.peek();
    if (token.kind == Token::Kind::word && token.text.size() > 1 && token.text[0] == '.')
        if (const auto named = type_named(token.text.substr(1))) {
            cursor_.take();
            return *named;
        }
    cursor_.unexpected(what);
}

Variable VariableParser::parse(Space space) {
    Variable variable;
    variable.space = space;
    std::uint32_t alignment = 0;
    std::uint32_t vector = 1;
    for (;;) {
        if (cursor_.take_if(".align")) {
            const Position at = cursor_.peek().at;
            alignment = static_cast<std::uint32_t>(cursor_.unsigned_integer("an alignment", 4096));
            if (alignment == 0 || (alignment & (alignment - 1)) != 0)
                cursor_.fail(at, "an alignment must be a power of two");
        } else if (cursor_.take_if(".v2")) {
            vector = 2;
        } else if (cursor_.take_if(".v4")) {
            vector = 4;
        } else if (!cursor_.take_if(".ptr") && !cursor_.take_if(".volatile")) {
            break;
        }
    }
    variable.type = type("a type such as .f32");
    if (variable.type == Type::pred) cursor_.fail(cursor_.peek().at, "a variable cannot be .pred");
    // `.param .u64 .ptr .global .align 4 name`: what the pointer points to
    if (cursor_.take_if(".ptr")) {
        const Token& space_of_pointer = cursor_.peek();
        if (space_of_pointer.kind == Token::Kind::word && space_named(space_of_pointer.text.substr(1))) cursor_.take();
        if (cursor_.take_if(".align")) cursor_.unsigned_integer("an alignment", 4096);
    }
    variable.bytes = std::uint64_t{bytes_of(variable.type)} * vector;
    variable.alignment = std::max<std::uint32_t>(alignment, static_cast<std::uint32_t>(variable.bytes));
    if (alignment != 0) variable.alignment = alignment;
    return parse_another(variable);
}

Variable VariableParser::parse_another(const Variable& first) {
    Variable variable;
    variable.space = first.space;
    variable.type = first.type;
    variable.alignment = first.alignment;
    variable.bytes = first.bytes;
    const Token& name = cursor_.name("a variable's name");
    variable.name = name.text;
    variable.at = name.at;
    dimensions(variable);
    if (cursor_.take_if("=")) initialiser(variable);
    return variable;
}

void VariableParser::dimensions(Variable& variable) {
    while (cursor_.peek().is("[")) {
        cursor_.take();
        if (cursor_.take_if("]")) {
            variable.unsized = true;
            variable.bytes = 0;
            continue;
        }
        const std::uint64_t elements = cursor_.unsigned_integer("an array size", max_variable_bytes);
        variable.bytes *= elements;
        if (variable.bytes > max_variable_bytes)
            cursor_.fail(variable.at,
                         "'" + variable.name + "' has more than " + std::to_string(max_variable_bytes) + " bytes");
        cursor_.expect("]");
    }
}

void VariableParser::initialiser(Variable& variable) {
    if (variable.space != Space::global && variable.space != Space::constant)
        cursor_.fail(variable.at,
                     std::string("a .") + name_of(variable.space) + " variable cannot have initial contents");
    if (cursor_.peek().is("{"))
        values(variable, 0);
    else
        value(variable);
    if (variable.unsized) {
        variable.unsized = false;
        variable.bytes = variable.contents.size();
    }
}

void VariableParser::values(Variable& variable, unsigned depth) {
    if (depth > max_nesting) cursor_.fail(cursor_.peek().at, "initial contents are nested too deeply");
    cursor_.expect("{");
    if (cursor_.take_if("}")) return;
    do {
        if (cursor_.peek().is("{"))
            values(variable, depth + 1);
        else
            value(variable);
    } while (cursor_.take_if(","));
    cursor_.expect("}");
}

void VariableParser::value(Variable& variable) {
    const Position at = cursor_.peek().at;
    const bool negative = cursor_.take_if("-");
    const Token& token = cursor_.peek();
    if (token.kind == Token::Kind::word) return reference(variable);
    if (token.kind != Token::Kind::integer && token.kind != Token::Kind::real32 && token.kind != Token::Kind::real64)
        cursor_.unexpected("an initial value");
    cursor_.take();
    std::uint64_t bits = token.integer;
    if (is_float(variable.type)) {
        double value = static_cast<double>(token.integer);
        if (token.kind == Token::Kind::real64) std::memcpy(&value, &bits, 8);
        if (token.kind == Token::Kind::real32) {
            const auto low = static_cast<std::uint32_t>(bits);
            float single;
            std::memcpy(&single, &low, 4);
            value = single;
        }
        if (negative) value = -value;
        const float single = static_cast<float>(value);
        bits = 0;
        if (variable.type == Type::f32)
            std::memcpy(&bits, &single, 4);
        else
            std::memcpy(&bits, &value, 8);
    } else if (negative) {
        bits = ~bits + 1;
    }
    append(variable, bits, at);
}

void VariableParser::reference(Variable& variable) {
    Reference reference;
    reference.at = cursor_.peek().at;
    reference.generic = cursor_.take_if("generic");
    if (reference.generic) cursor_.expect("(");
    reference.symbol = cursor_.name("a value or a variable's name").text;
    if (reference.generic) cursor_.expect(")");
    if (cursor_.take_if("+"))
        reference.addend = static_cast<std::int64_t>(cursor_.unsigned_integer("an offset", max_variable_bytes));
    reference.offset = static_cast<std::uint32_t>(variable.contents.size());
    if (bytes_of(variable.type) != 8)
        cursor_.fail(reference.at, std::string("an address needs 8 bytes, an element is .") + name_of(variable.type));
    append(variable, 0, reference.at);
    variable.references.push_back(reference);
}

void VariableParser::append(Variable& variable, std::uint64_t bits, Position at) {
    const std::size_t size = variable.contents.size(), bytes = bytes_of(variable.type);
    if (!variable.unsized && size + bytes > variable.bytes)
        cursor_.fail(at, "more initial values than '" + variable.name + "' has elements");
    if (size + bytes > max_variable_bytes) cursor_.fail(at, "too many initial values");
    variable.contents.resize(size + bytes);
    std::memcpy(variable.contents.data() + size, &bits, bytes);
}

}  // namespace heddle::ptx
