#include "mutator.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>

namespace heddle::fuzz {
namespace {

bool in_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || (c != '\0' && std::strchr("._%$", c) != nullptr);
}

struct Token {
    std::size_t at, length;
};

// The token at or behind a place: a word, a number or a single sign.
Token token_at(const std::string& text, std::size_t at) {
    while (at > 0 && in_word(text[at]) && in_word(text[at - 1])) --at;
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
    std::size_t end = at;
    while (end < text.size() && in_word(text[end])) ++end;
    return {at, std::max<std::size_t>(end - at, at < text.size() ? 1 : 0)};
}

std::string text_of(const std::string& text, const Token& token) {
    return text.substr(token.at, token.length);
}

}  // namespace

Mutator::Mutator(std::vector<std::string> corpus, unsigned seed) : corpus_(std::move(corpus)), random_(seed) {}

std::string Mutator::next() {
    std::string text = corpus_[below(corpus_.size())];
    for (std::size_t changes = 1 + below(4); changes > 0 && !text.empty(); --changes) change(text);
    return text;
}

void Mutator::change(std::string& text) {
    switch (below(8)) {
        case 0:
            text.resize(below(text.size()));
            break;
        case 1:
        case 2:
            change_bytes(text);
            break;
        case 3:
            change_number(text);
            break;
        default:
            change_tokens(text);
            break;
    }
}

void Mutator::change_bytes(std::string& text) {
    const std::size_t at = below(text.size());
    switch (below(4)) {
        case 0:
            text[at] = static_cast<char>(random_());
            break;
        case 1:
            text.erase(at, 1 + below(12));
            break;
        case 2:
            text.insert(at, 1 + below(3), text[below(text.size())]);
            break;
        default:
            std::swap(text[at], text[below(text.size())]);
            break;
    }
}

void Mutator::change_tokens(std::string& text) {
    const Token one = token_at(text, below(text.size())), other = token_at(text, below(text.size()));
    const std::string first = text_of(text, one), second = text_of(text, other);
    switch (below(4)) {
        case 0:
            text.erase(one.at, one.length);
            break;
        case 1:
            text.insert(one.at, first + " ");
            break;
        case 2:
            text.replace(one.at, one.length, second);
            break;
        default:  // swap: the later one first, so that the earlier one stays where it is
            if (one.at + one.length <= other.at) {
                text.replace(other.at, other.length, first);
                text.replace(one.at, one.length, second);
            }
            break;
    }
}

void Mutator::change_number(std::string& text) {
    static constexpr std::array<const char*, 12> numbers = {"0",
                                                            "-1",
                                                            "1",
                                                            "32",
                                                            "65536",
                                                            "2147483648",
                                                            "4294967295",
                                                            "9223372036854775808",
                                                            "18446744073709551615",
                                                            "99999999999999999999",
                                                            "0xffffffffffffffff",
                                                            "0f7FC00000"};
    const auto digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    const auto at = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(below(text.size())), text.end(), digit);
    const auto end = std::find_if_not(at, text.end(), digit);
    text.replace(at, end, numbers[below(numbers.size())]);
}

}  // namespace heddle::fuzz
