// Blocking and debug writes to lines that timed traffic is in flight for, and that it would undo: a write-back of the
// line has not reached memory yet, or a fetch of it has already read the older bytes. Plain C++.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/l2_slice/partial_line.h"

namespace heddle {

class LateWrites {
public:
    struct Line {
        std::uint64_t address = 0;
        bool owed = false;  // memory does not have all the bytes: they must not be forgotten before it has
        PartialLine bytes;
    };

    bool empty() const { return lines_.empty(); }

    // The bytes lie inside one line.
    void add(std::uint64_t address, const std::uint8_t* bytes, unsigned count, bool owed);
    // The line's late bytes, or null.
    Line* find(std::uint64_t line_address);
    const Line* find(std::uint64_t line_address) const { return const_cast<LateWrites*>(this)->find(line_address); }
    void forget(std::uint64_t line_address);
    // The same for some of its bytes, because something newer carries them.
    void forget(std::uint64_t line_address, unsigned first, unsigned count);

    std::vector<Line>::const_iterator begin() const { return lines_.begin(); }
    std::vector<Line>::const_iterator end() const { return lines_.end(); }

private:
    std::vector<Line> lines_;
};

}  // namespace heddle
