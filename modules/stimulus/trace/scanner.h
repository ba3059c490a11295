// Reads words and numbers of one line. The line is followed by its end, so nothing here looks for a limit while it runs
// over digits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::traces {

class Scanner {
public:
    explicit Scanner(std::string_view line) : at_(line.data()), end_(line.data() + line.size()) {}

    const char* position() const { return at_; }
    void go_to(const char* position) { at_ = position; }
    std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

    void skip_spaces() {
        while (at_ < end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r')) ++at_;
    }
    bool at_end() {
        skip_spaces();
        return at_ == end_;
    }
    bool take(char wanted) {
        skip_spaces();
        if (at_ == end_ || *at_ != wanted) return false;
        ++at_;
        return true;
    }
    bool take(std::string_view wanted) {
        skip_spaces();
        if (left() < wanted.size() || std::string_view(at_, wanted.size()) != wanted) return false;
        at_ += wanted.size();
        return true;
    }
    // The very characters that come next, ended by a space.
    bool take_exactly(std::string_view wanted) {
        if (left() <= wanted.size() || at_[wanted.size()] != ' ' || std::string_view(at_, wanted.size()) != wanted)
            return false;
        at_ += wanted.size();
        return true;
    }
    std::string_view word() {
        skip_spaces();
        const char* const begin = at_;
        while (at_ < end_ && *at_ != ' ' && *at_ != '\t' && *at_ != '\r') ++at_;
        return {begin, static_cast<std::size_t>(at_ - begin)};
    }

    // For a message: the word in quotes, or that there is none.
    std::string found() {
        const std::string next(word());
        return next.empty() ? "the line ends" : "'" + next + "'";
    }

    std::string_view rest() {
        skip_spaces();
        std::string_view text(at_, left());
        while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
        at_ = end_;
        return text;
    }

    // False, and nothing is taken, if there is no number or it does not fit.
    bool decimal(std::uint64_t& value) {
        skip_spaces();
        const char* at = at_;
        std::uint64_t result = 0;
        for (unsigned digit; at < end_ && (digit = static_cast<unsigned>(*at - '0')) <= 9; ++at)
            if (__builtin_mul_overflow(result, std::uint64_t{10}, &result) ||
                __builtin_add_overflow(result, std::uint64_t{digit}, &result))
                return false;
        return finish(at, result, value);
    }
    bool signed_decimal(std::int64_t& value) {
        skip_spaces();
        const char* const begin = at_;
        const bool negative = at_ < end_ && *at_ == '-';
        at_ += negative;
        std::uint64_t magnitude;
        const bool good = (at_ < end_ && *at_ != ' ') && decimal(magnitude) && magnitude <= std::uint64_t{1} << 62;
        if (good)
            value = negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
        else
            at_ = begin;
        return good;
    }
    // Without 0x.
    bool hexadecimal(std::uint64_t& value) {
        skip_spaces();
        const char* at = at_;
        std::uint64_t result = 0;
        for (int digit; at < end_ && (digit = hex_digit(*at)) >= 0; ++at) {
            if (result >> 60) return false;
            result = result << 4 | static_cast<unsigned>(digit);
        }
        return finish(at, result, value);
    }
    bool prefixed_hexadecimal(std::uint64_t& value) {
        const char* const begin = at_;
        if (take("0x") && at_ < end_ && *at_ != ' ' && hexadecimal(value)) return true;
        at_ = begin;
        return false;
    }

private:
    static int hex_digit(char c) {
        if (c >= '0' && c <= '9') return c - '0';
        const char lower = static_cast<char>(c | 0x20);
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }
    bool finish(const char* at, std::uint64_t result, std::uint64_t& value) {
        if (at == at_) return false;
        at_ = at;
        value = result;
        return true;
    }

    const char* at_;
    const char* end_;
};

}  // namespace heddle::traces
