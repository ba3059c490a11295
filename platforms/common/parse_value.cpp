#include "heddle/platforms/common/parse_value.h"

#include <charconv>
#include <cmath>

#include "heddle/base/error.h"

namespace heddle {

namespace {

[[noreturn]] void reject(const std::string& what, const std::string& text, const std::string& expected) {
    throw ParameterError(what, "is '" + text + "', expected " + expected);
}

unsigned suffix_shift(char suffix) {
    switch (suffix) {
        case 'K':
            return 10;
        case 'M':
            return 20;
        case 'G':
            return 30;
        default:
            return 0;
    }
}

}  // namespace

bool parse_bool(const std::string& what, const std::string& text) {
    if (text == "true" || text == "on" || text == "yes" || text == "1") return true;
    if (text == "false" || text == "off" || text == "no" || text == "0") return false;
    reject(what, text, "true or false");
}

std::uint64_t parse_whole(const std::string& what, const std::string& text, const std::string& unit,
                          std::uint64_t highest) {
    const bool bytes = unit == "B";
    const std::string expected =
        bytes ? "a whole number of bytes, such as 4096 or 64K (K, M, G: powers of 1024)"
              : "a whole number" + (unit.empty() || unit == "1" ? std::string() : " (unit: " + unit + ")");
    const char *begin = text.data(), *end = begin + text.size();
    unsigned shift = 0;
    if (bytes && !text.empty()) {
        shift = suffix_shift(text.back());
        if (shift) --end;
    }
    int base = 10;
    if (end - begin > 2 && begin[0] == '0' && begin[1] == 'x') {
        base = 16;
        begin += 2;
    }
    std::uint64_t value = 0;
    const auto parsed = std::from_chars(begin, end, value, base);
    if (begin == end || parsed.ptr != end || parsed.ec == std::errc::invalid_argument) reject(what, text, expected);
    if (parsed.ec == std::errc::result_out_of_range || value > (highest >> shift))
        reject(what, text, "at most " + std::to_string(highest));
    return value << shift;
}

double parse_real(const std::string& what, const std::string& text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, value);
    if (text.empty() || parsed.ptr != end || parsed.ec != std::errc{} || !std::isfinite(value))
        reject(what, text, "a number, such as 1400 or 0.5");
    return value;
}

}  // namespace heddle
