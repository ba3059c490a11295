// Walks over the tokens of a file and of the files it includes; the parsers' common ground.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "heddle/stimulus/stim/constant.h"
#include "heddle/stimulus/stim/lexer.h"

namespace heddle::stim {

class TokenCursor {
public:
    TokenCursor(Source& source, const std::string& text) : source_(source), tokens_(tokenise(source, 0, text)) {}

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
    // The same for a word that begins a statement: says which one was probably meant. `behind` goes on after the words.
    [[noreturn]] void unknown_word(const std::vector<std::string>& words, const std::string& behind = "") const;

    void skip_empty_lines();
    // Goes on in an included file, until its end; leave() comes back.
    void enter(const Token& path);
    void leave();

    void define_constant(const Token& name, Constant value) { constants_[name.text] = {value, name.at}; }
    const Constant* find_constant(const std::string& name) const;
    std::map<std::string, Constant> constants() const;

private:
    struct Defined {
        Constant value;
        Position at;
    };
    struct Outer {
        std::vector<Token> tokens;
        std::size_t at;
        std::string file;  // the one that was entered, without links and dots
    };

    Source& source_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    std::vector<Outer> outer_;  // the files that wait for an included one, outermost first
    std::map<std::string, Defined> constants_;
};

bool is_reserved_word(const std::string& name);

}  // namespace heddle::stim
