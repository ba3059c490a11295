// What a message may show of text that a user gave: no byte that a terminal would obey or could not show, and no line
// of megabytes. Plain C++.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string>

namespace heddle {

// How many bytes from `at` on are one printable character of UTF-8; 0 if the byte has to be escaped. A line break
// counts as printable: messages have several lines.
inline std::size_t printable_bytes(const std::string& text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const unsigned first = byte(at);
    if (first < 0x80) return first == '\n' || (first >= 0x20 && first != 0x7f) ? 1 : 0;
    const std::size_t count = first >= 0xc2 && first < 0xe0   ? 2
                              : first >= 0xe0 && first < 0xf0 ? 3
                              : first >= 0xf0 && first < 0xf5 ? 4
                                                              : 0;
    for (std::size_t i = 1; i < count; ++i)
        if ((byte(at + i) & 0xc0) != 0x80) return 0;
    if (first == 0xc2 && byte(at + 1) < 0xa0) return 0;                                                // C1 controls
    if ((first == 0xe0 && byte(at + 1) < 0xa0) || (first == 0xf0 && byte(at + 1) < 0x90)) return 0;    // overlong
    if ((first == 0xed && byte(at + 1) >= 0xa0) || (first == 0xf4 && byte(at + 1) >= 0x90)) return 0;  // no character
    return count;
}

inline std::string escaped(const std::string& text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t count = printable_bytes(text, at);
        if (count > 0) {
            result.append(text, at, count);
            at += count;
        } else {
            char code[8];
            std::snprintf(code, sizeof code, "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(text[at++])));
            result += code;
        }
    }
    return result;
}

// A long line keeps its begin, where the place stands, and its end, where it says what was expected.
inline std::string shortened(const std::string& line) {
    constexpr std::size_t longest = 1000, kept_begin = 400, kept_end = 200;
    if (line.size() <= longest) return line;
    return line.substr(0, kept_begin) + " ... (" + std::to_string(line.size() - kept_begin - kept_end) +
           " characters left out) ... " + line.substr(line.size() - kept_end);
}

inline std::string printable(const std::string& message) {
    std::string result;
    for (std::size_t at = 0; at <= message.size();) {
        const std::size_t end = std::min(message.find('\n', at), message.size());
        result += (at > 0 ? "\n" : "") + escaped(shortened(message.substr(at, end - at)));
        at = end + 1;
    }
    return result;
}

}  // namespace heddle
