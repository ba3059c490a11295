// The lines of an L2 slice of which the other half of the L2 holds a copy or has one on its way: tags only, sets of 16
// ways with the least recently used replaced. Plain C++.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/base/cycle.h"
#include "heddle/base/geometry.h"

namespace heddle {

class CopyTags {
public:
    static constexpr unsigned ways = 16;

    // `lines` is a multiple of the ways; 0: there are no copies.
    explicit CopyTags(unsigned lines) : sets_(lines / ways), copies_(lines) {}

    // The cycle from which on there is a copy of the line, which becomes the youngest of its set; never: there is none.
    Cycle touch(std::uint64_t line) {
        const auto set = set_of(line), found = find(set, line);
        if (found == set + ways) return never;
        std::rotate(set, found, found + 1);  // the first is the youngest
        return set->arrival;
    }
    // In the place of the oldest; only where touch() says that there is none.
    void insert(std::uint64_t line, Cycle arrival) {
        const auto set = set_of(line);
        std::rotate(set, set + ways - 1, set + ways);
        *set = {line, arrival};
    }
    void drop(std::uint64_t line) {
        if (copies_.empty()) return;
        const auto set = set_of(line), found = find(set, line);
        if (found == set + ways) return;
        std::rotate(found, found + 1, set + ways);
        *(set + ways - 1) = {};
    }
    void clear() { std::fill(copies_.begin(), copies_.end(), Copy{}); }

private:
    static constexpr std::uint64_t none = ~std::uint64_t{0};
    struct Copy {
        std::uint64_t line = none;
        Cycle arrival = 0;
    };
    using Place = std::vector<Copy>::iterator;

    static Place find(Place set, std::uint64_t line) {
        return std::find_if(set, set + ways, [line](const Copy& copy) { return copy.line == line; });
    }
    // A slice has every n-th line, and n may share factors with the number of sets: the product mixes the bits.
    Place set_of(std::uint64_t line) {
        const std::uint64_t mixed = (line / line_bytes * 0x9E3779B97F4A7C15) >> 32;
        return copies_.begin() + static_cast<std::ptrdiff_t>(mixed % sets_ * ways);
    }

    const std::uint64_t sets_;
    std::vector<Copy> copies_;
};

}  // namespace heddle
