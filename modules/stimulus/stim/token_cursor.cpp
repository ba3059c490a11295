#include "stimulus/stim/token_cursor.h"

#include <set>

namespace heddle::stim {

bool is_reserved_word(const std::string& name) {
    static const std::set<std::string> words = {
        "buffer", "kernel",    "expect", "launch",    "repeat",      "const",     "end",        "grid",
        "block",  "registers", "shared", "for",       "in",          "step",      "if",         "else",
        "load",   "load.cg",   "store",  "barrier",   "fence",       "alu",       "sfu",        "fp64",
        "tensor", "lane",      "warp",   "tid",       "cta",         "ntid",      "ncta",       "zero",
        "fill",   "ramp",      "random", "cycle",     "permutation", "sum",       "histogram",  "min",
        "max",    "abs",       "fma",    "select",    "sqrt",        "rsqrt",     "rcp",        "exp2",
        "log2",   "sin",       "cos",    "tolerance", "atomic",      "dependent", "independent"};
    return words.count(name) != 0 || value_type_named(name) || name.find('.') != std::string::npos;
}

Token TokenCursor::take() {
    const Token& token = tokens_[at_];
    if (token.kind != Token::Kind::end) ++at_;
    return token;
}

bool TokenCursor::take_if(const char* spelling) {
    if (!peek().is(spelling)) return false;
    take();
    return true;
}

void TokenCursor::expect(const char* spelling) {
    if (!take_if(spelling)) unexpected(std::string("'") + spelling + "'");
}

void TokenCursor::expect_end_of_line() {
    if (peek().kind == Token::Kind::end) return;
    if (peek().kind != Token::Kind::newline) unexpected("end of line");
    take();
}

Token TokenCursor::new_name(const char* what) {
    if (peek().kind != Token::Kind::name) unexpected(what);
    const Token name = take();
    if (is_reserved_word(name.text))
        source_.fail(name.at, std::string("expected ") + what + ", found '" + name.text + "', a word of the language");
    if (find_constant(name.text)) source_.fail(name.at, "'" + name.text + "' is already a constant");
    return name;
}

void TokenCursor::unexpected(const std::string& expected) const {
    source_.fail(peek().at, "expected " + expected + ", found " + peek().described());
}

void TokenCursor::skip_empty_lines() {
    while (peek().kind == Token::Kind::newline) take();
}

const Constant* TokenCursor::find_constant(const std::string& name) const {
    const auto found = constants_.find(name);
    return found == constants_.end() ? nullptr : &found->second;
}

}  // namespace heddle::stim
