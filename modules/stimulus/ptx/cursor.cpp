#include "heddle/stimulus/ptx/cursor.h"

namespace heddle::ptx {

std::uint64_t Cursor::unsigned_integer(const char* what, std::uint64_t largest) {
    if (peek().kind != Token::Kind::integer) unexpected(what);
    const Token& token = take();
    if (token.integer > largest)
        fail(token.at,
             std::string(what) + " is " + token.text + ", at most " + std::to_string(largest) + " is possible");
    return token.integer;
}

void Cursor::skip_line() {
    const unsigned line = peek().at.line;
    while (!at_end() && peek().at.line == line) take();
}

void Cursor::skip_braces() {
    const Position start = peek().at;
    expect("{");
    for (unsigned depth = 1; depth > 0;) {
        if (at_end()) fail(start, "this '{' is never closed");
        const Token& token = take();
        if (token.is("{")) ++depth;
        if (token.is("}")) --depth;
    }
}

}  // namespace heddle::ptx
