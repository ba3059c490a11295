// Cuts PTX text into tokens.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/stimulus/ptx/source.h"

namespace heddle::ptx {

struct Token {
    // word: names, registers, directives and opcodes with their modifiers (`ld.global.f32`, `%tid.x`, `.reg`).
    enum class Kind { word, integer, real32, real64, text, symbol, end };

    Kind kind = Kind::end;
    Position at;
    std::string text;
    std::uint64_t integer = 0;  // also the bits of 0f.. and 0d.. constants
    double real = 0;            // of a decimal constant such as 1.5

    bool is(const char* spelling) const { return (kind == Kind::word || kind == Kind::symbol) && text == spelling; }
    std::string described() const;
};

// The last token is always the end.
std::vector<Token> tokenise(const Source& source);

}  // namespace heddle::ptx
