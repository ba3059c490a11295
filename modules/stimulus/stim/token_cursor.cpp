#include "heddle/stimulus/stim/token_cursor.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "heddle/stimulus/stim/input_file.h"
#include "heddle/stimulus/stim/near_names.h"

namespace heddle::stim {
namespace {

constexpr std::size_t max_include_depth = 8;

std::string canonical(const std::string& path) {
    std::error_code error;
    const std::filesystem::path result = std::filesystem::weakly_canonical(path, error);
    return error ? path : result.string();
}

}  // namespace

bool is_reserved_word(const std::string& name) {
    static const std::set<std::string> words = {
        "buffer",    "kernel",      "expect",  "launch",    "repeat", "const", "end",  "grid",      "block",
        "registers", "shared",      "for",     "in",        "step",   "if",    "else", "load",      "load.cg",
        "store",     "barrier",     "fence",   "alu",       "sfu",    "fp32",  "fp64", "tensor",    "lane",
        "warp",      "tid",         "cta",     "ntid",      "ncta",   "zero",  "fill", "ramp",      "random",
        "cycle",     "permutation", "sum",     "histogram", "min",    "max",   "abs",  "fma",       "select",
        "sqrt",      "rsqrt",       "rcp",     "exp2",      "log2",   "sin",   "cos",  "tolerance", "atomic",
        "dependent", "independent", "include", "reference"};
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
    const auto constant = constants_.find(name.text);
    if (constant != constants_.end())
        source_.fail(name.at, "'" + name.text + "' is already a constant, of " +
                                  source_.place_seen_from(name.at, constant->second.at) + "; expected a new name");
    return name;
}

void TokenCursor::unexpected(const std::string& expected) const {
    source_.fail(peek().at, "expected " + expected + ", found " + peek().described());
}

void TokenCursor::unknown_word(const std::vector<std::string>& words, const std::string& behind) const {
    std::string list;
    for (std::size_t i = 0; i < words.size(); ++i)
        list += (i == 0 ? "" : i + 1 == words.size() && behind.empty() ? " or " : ", ") + words[i];
    source_.fail(peek().at, "expected " + list + behind + ", found " + peek().described() +
                                (peek().kind == Token::Kind::name ? did_you_mean(peek().text, words) : std::string()));
}

void TokenCursor::skip_empty_lines() {
    while (peek().kind == Token::Kind::newline) take();
}

const Constant* TokenCursor::find_constant(const std::string& name) const {
    const auto found = constants_.find(name);
    return found == constants_.end() ? nullptr : &found->second.value;
}

std::map<std::string, Constant> TokenCursor::constants() const {
    std::map<std::string, Constant> result;
    for (const auto& [name, defined] : constants_) result[name] = defined.value;
    return result;
}

void TokenCursor::enter(const Token& path) {
    const std::string full = beside(source_, path.at, path.text);
    const std::string file = canonical(full);
    const auto is_same = [&](const Outer& outer) { return outer.file == file; };
    if (std::any_of(outer_.begin(), outer_.end(), is_same) || file == canonical(source_.name_of({})))
        source_.fail(path.at, "'" + full + "' includes itself; expected a file that does not come back to this one");
    if (outer_.size() >= max_include_depth)
        source_.fail(path.at, "files include each other too deeply; expected at most " +
                                  std::to_string(max_include_depth) + " levels");
    const std::string text = read_file(source_, path.at, path.text);
    std::vector<Token> tokens = tokenise(source_, source_.add_file(full), text);
    outer_.push_back({std::move(tokens_), at_, file});
    tokens_ = std::move(tokens);
    at_ = 0;
}

void TokenCursor::leave() {
    tokens_ = std::move(outer_.back().tokens);
    at_ = outer_.back().at;
    outer_.pop_back();
}

}  // namespace heddle::stim
