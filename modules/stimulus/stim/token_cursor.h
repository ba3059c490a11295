// Walks over the tokens of a file; the parsers' common ground.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "stimulus/stim/constant.h"
#include "stimulus/stim/lexer.h"

namespace heddle::stim {

class TokenCursor {
public:
    explicit TokenCursor(const Source& source) : source_(source), tokens_(tokenise(source)) {}

    const Source& source() const { return source_; }
    const Token& peek() const { return tokens_[at_]; }
    const Token& peek_next() const { return tokens_[at_ + 1 < tokens_.size() ? at_ + 1 : at_]; }
    bool at_end() const { return peek().kind == Token::Kind::end; }

    Token take();
    bool take_if(const char* spelling);
    // Takes what must come now, or fails with "expected ..., found ...".
    void expect(const char* spelling);
    void expect_end_of_line();
    // A name the user may choose: no word of the language, no constant. `what` is for the message.
    Token new_name(const char* what);
    [[noreturn]] void unexpected(const std::string& expected) const;

    void skip_empty_lines();
    void define_constant(const std::string& name, Constant value) { constants_[name] = value; }
    const Constant* find_constant(const std::string& name) const;

private:
    const Source& source_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    std::map<std::string, Constant> constants_;
};

bool is_reserved_word(const std::string& name);

}  // namespace heddle::stim
