// Cuts a stimulus file into tokens.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/stimulus/stim/source.h"

namespace heddle::stim {

struct Token {
    enum class Kind { name, integer, real, string, symbol, newline, end };

    Kind kind = Kind::end;
    Position at;
    std::string text;  // of a string: what stands between the quotes
    std::int64_t integer = 0;
    double real = 0;

    bool is(const char* spelling) const { return (kind == Kind::name || kind == Kind::symbol) && text == spelling; }
    // How a message names it: 'x', end of line, end of file.
    std::string described() const;
};

// The last token is always the end. Line ends inside () and {} are no tokens; empty lines give one newline at most.
// `file` is the text's number in the source, for positions and messages.
std::vector<Token> tokenise(const Source& source, unsigned file, const std::string& text);

}  // namespace heddle::stim
