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
    first_ = {};
    first_.space = space;
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
    first_.type = type("a type such as .f32");
    if (first_.type == Type::pred) cursor_.fail(cursor_.peek().at, "a variable cannot be .pred");
    // `.param .u64 .ptr .global .align 4 name`: what the pointer points to
    if (cursor_.take_if(".ptr")) {
        const Token& space_of_pointer = cursor_.peek();
        if (space_of_pointer.kind == Token::Kind::word && space_named(space_of_pointer.text.substr(1))) cursor_.take();
        if (cursor_.take_if(".align")) cursor_.unsigned_integer("an alignment", 4096);
    }
    first_.bytes = std::uint64_t{bytes_of(first_.type)} * vector;
    first_.alignment = alignment != 0 ? alignment : static_cast<std::uint32_t>(first_.bytes);
    return parse_another();
}

Variable VariableParser::parse_another() {
    Variable variable = first_;
    const Token& name = cursor_.name("a variable's name");
    variable.name = name.text;
    variable.at = name.at;
    dimensions(variable);
    if (cursor_.take_if("=")) initialiser(variable);
    return variable;
}

void VariableParser::dimensions(Variable& variable) {
    std::vector<std::uint64_t> sizes;
    while (cursor_.take_if("[")) {
        const Position at = cursor_.peek().at;
        if (cursor_.take_if("]")) {
            if (!sizes.empty()) cursor_.fail(at, "expected an array size; only the first may be missing");
            variable.unsized = true;
            sizes.push_back(0);
            continue;
        }
        sizes.push_back(cursor_.unsigned_integer("an array size", max_variable_bytes));
        cursor_.expect("]");
    }
    part_bytes_.assign(sizes.size() + 1, variable.bytes);
    for (std::size_t i = sizes.size(); i-- > 0;) {
        part_bytes_[i] = part_bytes_[i + 1] * sizes[i];
        if (part_bytes_[i] > max_variable_bytes)
            cursor_.fail(variable.at,
                         "'" + variable.name + "' has more than " + std::to_string(max_variable_bytes) + " bytes");
    }
    variable.bytes = part_bytes_[0];
}

void VariableParser::initialiser(Variable& variable) {
    if (variable.space != Space::global && variable.space != Space::constant)
        cursor_.fail(variable.at,
                     std::string("a .") + name_of(variable.space) + " variable cannot have initial contents");
    if (variable.type == Type::f16)
        cursor_.fail(variable.at, "initial contents of .f16 are not supported; expected them as .b16");
    filled_ = 0;
    if (cursor_.peek().is("{"))
        values(variable, 0);
    else
        value(variable);
    if (variable.unsized) {
        variable.unsized = false;
        variable.bytes = filled_;
    }
}

// Inner braces hold a whole part of the array, whose rest is zero.
void VariableParser::values(Variable& variable, unsigned depth) {
    const Position at = cursor_.peek().at;
    if (depth > max_nesting) cursor_.fail(at, "initial contents are nested too deeply");
    const std::uint64_t part = depth < part_bytes_.size() ? part_bytes_[depth] : bytes_of(variable.type);
    const std::uint64_t begin = filled_;
    if (depth > 0 && part != 0 && begin % part != 0)
        cursor_.fail(at, "these braces begin inside of a part of the array; expected braces around the values before");
    cursor_.expect("{");
    if (!cursor_.take_if("}")) {
        do {
            if (cursor_.peek().is("{"))
                values(variable, depth + 1);
            else
                value(variable);
        } while (cursor_.take_if(","));
        cursor_.expect("}");
    }
    if (depth == 0) return;
    if (filled_ > begin + part) cursor_.fail(at, "more initial values in these braces than this part of the array has");
    fill(variable, begin + part, at);
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
    reference.offset = static_cast<std::uint32_t>(filled_);
    if (bytes_of(variable.type) != 8)
        cursor_.fail(reference.at, std::string("an address needs 8 bytes, an element is .") + name_of(variable.type));
    append(variable, 0, reference.at);
    variable.references.push_back(reference);
}

void VariableParser::append(Variable& variable, std::uint64_t bits, Position at) {
    const std::uint64_t offset = filled_, bytes = bytes_of(variable.type);
    fill(variable, offset + bytes, at);
    variable.contents.resize(filled_);
    std::memcpy(variable.contents.data() + offset, &bits, bytes);
}

void VariableParser::fill(Variable& variable, std::uint64_t up_to, Position at) {
    if (!variable.unsized && up_to > variable.bytes)
        cursor_.fail(at, "more initial values than '" + variable.name + "' has elements");
    if (up_to > max_variable_bytes) cursor_.fail(at, "too many initial values");
    filled_ = up_to;
}

}  // namespace heddle::ptx
