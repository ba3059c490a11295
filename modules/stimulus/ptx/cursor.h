// Walks over the tokens of a module; the parsers' common ground.
#pragma once

#include <string>
#include <vector>

#include "heddle/stimulus/ptx/lexer.h"

namespace heddle::ptx {

class Cursor {
public:
    explicit Cursor(const Source& source) : source_(source), tokens_(tokenise(source)) {}

    const Source& source() const { return source_; }
    const Token& peek(std::size_t ahead = 0) const {
        return tokens_[at_ + ahead < tokens_.size() ? at_ + ahead : tokens_.size() - 1];
    }
    bool at_end() const { return peek().kind == Token::Kind::end; }

    const Token& take() {
        const Token& token = tokens_[at_];
        if (token.kind != Token::Kind::end) ++at_;
        return token;
    }
    bool take_if(const char* spelling) {
        if (!peek().is(spelling)) return false;
        take();
        return true;
    }
    void expect(const char* spelling) {
        if (!take_if(spelling)) unexpected(std::string("'") + spelling + "'");
    }
    // A word that is no directive.
    const Token& name(const char* what) {
        if (peek().kind != Token::Kind::word || peek().text[0] == '.') unexpected(what);
        return take();
    }
    std::uint64_t unsigned_integer(const char* what, std::uint64_t largest);
    // Debug directives end with their line.
    void skip_line();
    void skip_braces();

    [[noreturn]] void unexpected(const std::string& expected) const {
        source_.fail(peek().at, "expected " + expected + ", found " + peek().described());
    }
    [[noreturn]] void fail(Position at, const std::string& message) const { source_.fail(at, message); }

private:
    const Source& source_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
};

}  // namespace heddle::ptx
