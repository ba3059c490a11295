#include "heddle/stimulus/stim/lexer.h"

#include <cctype>
#include <cstdlib>
#include <limits>

#include "heddle/base/stop_request.h"

namespace heddle::stim {
namespace {

class Lexer {
public:
    Lexer(const Source& source, unsigned file, const std::string& text) : source_(source), text_(text), file_(file) {}

    std::vector<Token> run() {
        while (next_) {
            throw_if_stop_requested();
            step();
        }
        return std::move(tokens_);
    }

private:
    char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
    static bool letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
    static bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
    Position here() const { return {line_, static_cast<unsigned>(at_ - line_start_ + 1), file_}; }

    Token& push(Token::Kind kind, std::size_t length) {
        tokens_.push_back({kind, here(), text_.substr(at_, length), 0, 0});
        at_ += length;
        return tokens_.back();
    }

    void step() {
        const char c = peek();
        if (at_ >= text_.size()) {
            end_line();
            push(Token::Kind::end, 0);
            next_ = false;
        } else if (c == '\n') {
            end_line();
            ++at_;
            ++line_;
            line_start_ = at_;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            ++at_;
        } else if (c == '#') {
            while (at_ < text_.size() && peek() != '\n') ++at_;
        } else if (letter(c)) {
            name();
        } else if (digit(c)) {
            number();
        } else if (c == '"') {
            string();
        } else {
            symbol();
        }
    }

    void end_line() {
        if (open_brackets_ > 0 && at_ < text_.size()) return;
        if (!tokens_.empty() && tokens_.back().kind != Token::Kind::newline) push(Token::Kind::newline, 0);
    }

    // A dot belongs to a name when a letter follows: tid.x, load.cg.
    void name() {
        std::size_t length = 1;
        while (letter(peek(length)) || digit(peek(length)) || (peek(length) == '.' && letter(peek(length + 1))))
            ++length;
        push(Token::Kind::name, length);
    }

    void number() {
        const Position start = here();
        const char* begin = text_.c_str() + at_;
        const bool hex = begin[0] == '0' && (begin[1] == 'x' || begin[1] == 'X');
        std::size_t length = hex ? 2 : 0;
        while (hex ? std::isxdigit(static_cast<unsigned char>(peek(length))) != 0 : digit(peek(length))) ++length;
        const bool fraction = !hex && peek(length) == '.' && digit(peek(length + 1));
        const bool exponent = !hex && (peek(length) == 'e' || peek(length) == 'E');
        if (fraction || exponent)
            real(begin);
        else
            integer(begin, length, hex);
        if (letter(peek()) || digit(peek())) source_.fail(start, "a number runs into a letter; expected a space");
    }

    void string() {
        std::size_t length = 1;
        while (peek(length) != '"') {
            if (at_ + length >= text_.size() || peek(length) == '\n')
                source_.fail(here(), "the text has no end; expected '\"' on the same line");
            ++length;
        }
        Token& token = push(Token::Kind::string, length + 1);
        token.text = token.text.substr(1, length - 1);
    }

    void real(const char* begin) {
        char* end = nullptr;
        const double value = std::strtod(begin, &end);
        push(Token::Kind::real, static_cast<std::size_t>(end - begin)).real = value;
    }

    void integer(const char* begin, std::size_t length, bool hex) {
        const Position start = here();
        if (hex && length == 2) source_.fail(start, "expected hexadecimal digits after 0x");
        std::uint64_t value = 0;
        const unsigned base = hex ? 16 : 10;
        for (std::size_t i = hex ? 2 : 0; i < length; ++i) {
            const char c = begin[i];
            const unsigned d = static_cast<unsigned>(digit(c) ? c - '0' : std::tolower(c) - 'a' + 10);
            if (value > (limit - d) / base) source_.fail(start, too_large);
            value = value * base + d;
        }
        const char suffix = hex ? '\0' : begin[length];
        const unsigned shift = suffix == 'K' ? 10 : suffix == 'M' ? 20 : suffix == 'G' ? 30 : 0;
        if (value > limit >> shift) source_.fail(start, too_large);
        Token& token = push(Token::Kind::integer, length + (shift ? 1 : 0));
        token.integer = static_cast<std::int64_t>(value << shift);
    }

    void symbol() {
        static const char* const twos[] = {"..", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||"};
        for (const char* two : twos)
            if (peek() == two[0] && peek(1) == two[1]) {
                push(Token::Kind::symbol, 2);
                return;
            }
        const char c = peek();
        if (std::string("+-*/%&|^~!<>=()[]{},:").find(c) == std::string::npos) bad_character(c);
        if (c == '(' || c == '{') ++open_brackets_;
        if ((c == ')' || c == '}') && open_brackets_ > 0) --open_brackets_;
        push(Token::Kind::symbol, 1);
    }

    [[noreturn]] void bad_character(char c) const {
        source_.fail(
            here(), std::string("character '") + c + "' has no meaning here; expected a name, a number or an operator");
    }

    static constexpr std::uint64_t limit = std::numeric_limits<std::int64_t>::max();
    static constexpr const char* too_large = "integer too large; expected at most 2^63 - 1";

    const Source& source_;
    const std::string& text_;
    const unsigned file_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    std::size_t line_start_ = 0;
    unsigned line_ = 1;
    unsigned open_brackets_ = 0;
    bool next_ = true;
};

}  // namespace

std::string Token::described() const {
    if (kind == Kind::newline) return "end of line";
    if (kind == Kind::end) return "end of file";
    if (kind == Kind::string) return '"' + text + '"';
    return "'" + text + "'";
}

std::vector<Token> tokenise(const Source& source, unsigned file, const std::string& text) {
    return Lexer(source, file, text).run();
}

}  // namespace heddle::stim
