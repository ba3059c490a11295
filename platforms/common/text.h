// Small helpers for messages and tables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle {

std::string trimmed(const std::string& text);

// The candidate with the smallest edit distance to `text`, or "" when none is close enough to be a likely typo.
std::string nearest(const std::string& text, const std::vector<std::string>& candidates);

// With commas between them.
std::string listed(const std::vector<std::string>& words);

// "line 7", "lines 7 to 9"
std::string numbered(const char* one, const char* several, std::uint64_t low, std::uint64_t high);

// 1234567 -> "1 234 567"
std::string grouped(std::uint64_t value);
std::string with_decimals(double value, int decimals);
// The shortest text that reads back as the same double.
std::string shortest(double value);
// 1234567 -> "1.23 M"
std::string with_prefix(double value);

// Breaks a paragraph into lines of at most `width` characters, each starting with `indent` spaces.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent);

}  // namespace heddle
