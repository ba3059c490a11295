#include "heddle/platforms/common/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <sstream>

#include "heddle/base/edit_distance.h"

namespace heddle {

namespace {

// People remember the last part of "l2_slice.size_bytes" and forget the section, so a right last part is near.
std::size_t key_distance(const std::string& text, const std::string& candidate) {
    const std::size_t whole = edit_distance(text, candidate);
    const std::size_t dot = candidate.rfind('.');
    if (dot == std::string::npos || text.find('.') != std::string::npos) return whole;
    return std::min(whole, edit_distance(text, candidate.substr(dot + 1)) + 1);
}

}  // namespace

std::string trimmed(const std::string& text) {
    const char* blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string nearest(const std::string& text, const std::vector<std::string>& candidates) {
    if (text.size() > longest_name) return "";
    for (const std::string& candidate : candidates)  // an abbreviation is nearer than any misspelling
        if (text.size() > 2 && candidate.rfind(text, 0) == 0) return candidate;
    std::string best;
    std::size_t best_distance = std::max<std::size_t>(2, text.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = key_distance(text, candidate);
        if (distance >= best_distance) continue;
        best_distance = distance;
        best = candidate;
    }
    return best;
}

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

std::string numbered(const char* one, const char* several, std::uint64_t low, std::uint64_t high) {
    if (low == high) return std::string(one) + " " + std::to_string(low);
    return std::string(several) + " " + std::to_string(low) + " to " + std::to_string(high);
}

std::string grouped(std::uint64_t value) {
    std::string text = std::to_string(value);
    for (std::size_t place = 3; place < text.size(); place += 4) text.insert(text.size() - place, 1, ' ');
    return text;
}

std::string with_decimals(double value, int decimals) {
    std::array<char, 64> buffer;
    const int length = std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
    return std::string(buffer.data(), static_cast<std::size_t>(length));
}

std::string shortest(double value) {
    std::array<char, 64> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return std::string(buffer.data(), end.ptr);
}

std::string with_prefix(double value) {
    const char* prefixes[] = {"", " k", " M", " G", " T"};
    std::size_t prefix = 0;
    while (value >= 1000 && prefix < 4) {
        value /= 1000;
        ++prefix;
    }
    return with_decimals(value, value < 10 ? 2 : value < 100 ? 1 : 0) + prefixes[prefix];
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
    std::istringstream words(text);
    std::string result, line;
    const std::string margin(indent, ' ');
    for (std::string word; words >> word;) {
        if (!line.empty() && indent + line.size() + 1 + word.size() > width) {
            result += margin + line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
    }
    return line.empty() ? result : result + margin + line + "\n";
}

}  // namespace heddle
