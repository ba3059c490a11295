// Lists in the text of a parameter. Plain C++.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace heddle {

// What stands between the separators; an empty text is one empty word.
inline std::vector<std::string> words_of(const std::string& list, char separator = ',') {
    std::vector<std::string> words;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(separator, at), list.size());
        words.push_back(list.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

// A decimal number of so many digits at most.
inline bool is_number(const std::string& word, std::size_t digits) {
    return !word.empty() && word.size() <= digits && word.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace heddle
