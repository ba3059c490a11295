// Plain C++: whoever wants to know which lines a cache holds, and which it misses.
#pragma once

#include <cstdint>

namespace heddle {

// Lines are numbers (address / line_bytes). A line is held from the fill that brings its first bytes until it is
// displaced or dropped; a line that is only on its way is not held.
class LineObserver {
public:
    // A load asked the next level for the line or for a part of it.
    virtual void missed(std::uint64_t line) = 0;
    virtual void installed(std::uint64_t line) = 0;
    virtual void dropped(std::uint64_t line) = 0;
    virtual void dropped_all() = 0;

protected:
    ~LineObserver() = default;
};

}  // namespace heddle
