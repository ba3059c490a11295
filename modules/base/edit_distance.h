// How far a misspelling is from a name. Plain C++.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

namespace heddle {

// Nothing is called so, and comparing megabytes takes long.
constexpr std::size_t longest_name = 200;

// How many letters must be put in, taken out or replaced to get from one to the other.
inline std::size_t edit_distance(const std::string& from, const std::string& to) {
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t before = row[0]++;
        for (std::size_t j = 0; j < to.size(); ++j) {
            const std::size_t replaced = before + (from[i] != to[j]);
            before = row[j + 1];
            row[j + 1] = std::min({before + 1, row[j] + 1, replaced});
        }
    }
    return row.back();
}

}  // namespace heddle
