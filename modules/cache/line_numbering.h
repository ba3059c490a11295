// Another number for each line, from which its set follows. Plain C++.
#pragma once

#include <cstdint>

namespace heddle {

// A cache that sees only some of all lines, such as every fourth piece of 1 KB, would leave sets unused if they
// followed from the lines' own numbers. Lines that the cache sees have to get different numbers, without gaps.
class LineNumbering {
public:
    virtual ~LineNumbering() = default;
    virtual std::uint64_t number(std::uint64_t line) const = 0;
};

}  // namespace heddle
