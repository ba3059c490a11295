// The lines of an L2 slice of which the other half of the L2 holds a copy: tags only, sets of 16 ways with the least
// recently used replaced. Plain C++.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/base/geometry.h"

namespace heddle {

class CopyTags {
public:
    static constexpr unsigned ways = 16;

    // `lines` is a multiple of the ways; 0: there are no copies.
    explicit CopyTags(unsigned lines) : sets_(lines / ways), tags_(lines, none) {}

    // Whether there is a copy of the line; there is one from now on.
    bool touch(std::uint64_t line) {
        const auto set = set_of(line), end = set + ways;
        const auto found = std::find(set, end, line);
        const bool hit = found != end;
        std::rotate(set, hit ? found : end - 1, hit ? found + 1 : end);  // the first is the youngest
        *set = line;
        return hit;
    }
    void drop(std::uint64_t line) {
        if (tags_.empty()) return;
        const auto set = set_of(line), end = set + ways;
        const auto found = std::find(set, end, line);
        if (found == end) return;
        std::rotate(found, found + 1, end);
        *(end - 1) = none;
    }
    void clear() { std::fill(tags_.begin(), tags_.end(), none); }

private:
    static constexpr std::uint64_t none = ~std::uint64_t{0};
    // A slice has every n-th line, and n may share factors with the number of sets: the product mixes the bits.
    std::vector<std::uint64_t>::iterator set_of(std::uint64_t line) {
        const std::uint64_t mixed = (line / line_bytes * 0x9E3779B97F4A7C15) >> 32;
        return tags_.begin() + static_cast<std::ptrdiff_t>(mixed % sets_ * ways);
    }

    const std::uint64_t sets_;
    std::vector<std::uint64_t> tags_;
};

}  // namespace heddle
