// Lists of numbers in the text of a parameter. Plain C++.
#pragma once

#include <string>
#include <vector>

#include "heddle/base/parameters.h"
#include "heddle/base/word_list.h"

namespace heddle {

// Throws ParameterError for a text that is no such list; `or_else` ends the message with what else it may be.
inline std::vector<unsigned> numbers_of(const std::string& list, const std::string& key, unsigned least = 0,
                                        const std::string& or_else = "") {
    std::vector<unsigned> numbers;
    for (const std::string& word : words_of(list)) {
        require(is_number(word, 4) && std::stoul(word) >= least, key,
                "has '" + word + "' as entry " + std::to_string(numbers.size()) + ", expected numbers from " +
                    std::to_string(least) + " to 9999 with commas between them" + or_else);
        numbers.push_back(static_cast<unsigned>(std::stoul(word)));
    }
    return numbers;
}

// The list has to have an entry for each of the `count` ports or places that `what` names.
inline void require_entries(const std::vector<unsigned>& list, std::size_t count, const std::string& key,
                            const std::string& what) {
    require(list.size() == count, key,
            "has " + std::to_string(list.size()) + " entries, but there are " + std::to_string(count) + " " + what);
}

}  // namespace heddle
