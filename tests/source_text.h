// Files of the source tree, for tests that compare what a README shows with the code.
#pragma once

#include <cctype>
#include <fstream>
#include <iterator>
#include <string>

namespace heddle::testing {

// `path` is relative to the root of the tree.
inline std::string text_of(const std::string& path) {
    std::ifstream file(std::string(HEDDLE_SOURCE_DIR) + "/" + path);
    return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

inline std::string without_blanks(const std::string& text) {
    std::string rest;
    for (const char c : text)
        if (!std::isspace(static_cast<unsigned char>(c))) rest += c;
    return rest;
}

}  // namespace heddle::testing
