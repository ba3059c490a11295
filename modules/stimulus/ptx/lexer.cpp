#include "heddle/stimulus/ptx/lexer.h"

#include <cstdlib>
#include <cstring>

#include "heddle/base/stop_request.h"

namespace heddle::ptx {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool starts_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%' || c == '.';
}

int hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

class Lexer {
public:
    explicit Lexer(const Source& source) : source_(source), text_(source.text) {}

    std::vector<Token> run() {
        std::vector<Token> tokens;
        for (;;) {
            throw_if_stop_requested();
            skip_space_and_comments();
            Token token;
            token.at = at_;
            if (i_ >= text_.size()) {
                tokens.push_back(token);
                return tokens;
            }
            read(token);
            tokens.push_back(std::move(token));
        }
    }

private:
    char peek(std::size_t ahead = 0) const { return i_ + ahead < text_.size() ? text_[i_ + ahead] : '\0'; }

    void advance() {
        if (text_[i_] == '\n') {
            ++at_.line;
            at_.column = 1;
        } else {
            ++at_.column;
        }
        ++i_;
    }

    void skip_space_and_comments() {
        while (i_ < text_.size()) {
            const char c = peek();
            if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v') {
                advance();
            } else if (c == '/' && peek(1) == '/') {
                while (i_ < text_.size() && peek() != '\n') advance();
            } else if (c == '/' && peek(1) == '*') {
                skip_block_comment();
            } else {
                return;
            }
        }
    }

    void skip_block_comment() {
        const Position start = at_;
        while (i_ < text_.size() && !(peek() == '*' && peek(1) == '/')) advance();
        if (i_ >= text_.size()) source_.fail(start, "this comment does not end");
        advance();
        advance();
    }

    void read(Token& token) {
        const char c = peek();
        if (is_digit(c))
            read_number(token);
        else if (starts_word(c))
            read_word(token);
        else if (c == '"')
            read_text(token);
        else if (std::strchr("{}[]()<>,;:@!|+-=&~*", c) && c != '\0')
            take(token, Token::Kind::symbol, 1);
        else
            source_.fail(at_, "unexpected character " + printable(c));
    }

    static std::string printable(char c) {
        if (c >= ' ' && c <= '~') return std::string("'") + c + "'";
        static const char* digits = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(c);
        return std::string("0x") + digits[byte >> 4] + digits[byte & 15];
    }

    void take(Token& token, Token::Kind kind, std::size_t length) {
        token.kind = kind;
        token.text = text_.substr(i_, length);
        for (std::size_t k = 0; k < length; ++k) advance();
    }

    void read_word(Token& token) {
        std::size_t n = 1;
        for (;; ++n) {
            if (starts_word(peek(n)) || is_digit(peek(n))) continue;
            if (peek(n) != ':' || peek(n + 1) != ':' || !starts_word(peek(n + 2))) break;  // L1::evict_last
            ++n;
        }
        take(token, Token::Kind::word, n);
    }

    void read_text(Token& token) {
        std::size_t n = 1;
        while (peek(n) != '"') {
            if (peek(n) == '\0' || peek(n) == '\n') source_.fail(at_, "this string does not end");
            ++n;
        }
        take(token, Token::Kind::text, n + 1);
    }

    void read_number(Token& token) {
        const char second = peek(1);
        if (peek() == '0' && (second == 'f' || second == 'F') && hex_digit(peek(2)) >= 0) return read_bits(token, 8);
        if (peek() == '0' && (second == 'd' || second == 'D') && hex_digit(peek(2)) >= 0) return read_bits(token, 16);
        if (peek() == '0' && (second == 'x' || second == 'X')) return read_integer(token, 2, 16);
        if (peek() == '0' && (second == 'b' || second == 'B')) return read_integer(token, 2, 2);
        std::size_t n = 0;
        while (is_digit(peek(n))) ++n;
        const bool exponent =
            (peek(n) == 'e' || peek(n) == 'E') &&
            (is_digit(peek(n + 1)) || ((peek(n + 1) == '-' || peek(n + 1) == '+') && is_digit(peek(n + 2))));
        if ((peek(n) == '.' && is_digit(peek(n + 1))) || exponent) return read_decimal(token, n);
        read_integer(token, 0, peek() == '0' ? 8 : 10);
    }

    // 0f3F800000: the bits of a value, most significant digit first.
    void read_bits(Token& token, unsigned digits) {
        std::size_t n = 2;
        for (; hex_digit(peek(n)) >= 0; ++n)
            if (n < 2 + std::size_t{digits})
                token.integer = token.integer * 16 + static_cast<unsigned>(hex_digit(peek(n)));
        if (n != 2 + digits)
            source_.fail(at_,
                         std::string("expected ") + std::to_string(digits) + " hexadecimal digits after 0" + peek(1));
        take(token, digits == 8 ? Token::Kind::real32 : Token::Kind::real64, n);
    }

    void read_decimal(Token& token, std::size_t n) {
        if (peek(n) == '.')
            for (++n; is_digit(peek(n));) ++n;
        if ((peek(n) == 'e' || peek(n) == 'E') && (is_digit(peek(n + 1)) || is_digit(peek(n + 2))))
            for (n += 2; is_digit(peek(n));) ++n;
        take(token, Token::Kind::real64, n);
        token.real = std::strtod(token.text.c_str(), nullptr);
        std::memcpy(&token.integer, &token.real, sizeof token.integer);
    }

    void read_integer(Token& token, std::size_t from, unsigned base) {
        std::size_t n = from;
        bool overflow = false;
        for (int digit; (digit = hex_digit(peek(n))) >= 0 && static_cast<unsigned>(digit) < base; ++n) {
            overflow |= token.integer > (~std::uint64_t{0} - static_cast<unsigned>(digit)) / base;
            token.integer = token.integer * base + static_cast<unsigned>(digit);
        }
        if (n == from) source_.fail(at_, "expected digits after '" + text_.substr(i_, from) + "'");
        if (overflow) source_.fail(at_, "this number does not fit in 64 bits");
        if (peek(n) == 'U') ++n;
        if (starts_word(peek(n)) || is_digit(peek(n))) source_.fail(at_, "malformed number");
        take(token, Token::Kind::integer, n);
    }

    const Source& source_;
    const std::string& text_;
    std::size_t i_ = 0;
    Position at_;
};

}  // namespace

std::string Token::described() const {
    return kind == Kind::end ? "end of file" : "'" + text + "'";
}

std::vector<Token> tokenise(const Source& source) {
    return Lexer(source).run();
}

}  // namespace heddle::ptx
