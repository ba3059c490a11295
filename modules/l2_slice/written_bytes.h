// Which bytes stores have set in sectors that are not valid, for a slice that fetches the rest of a sector when it is
// read. Plain C++.
#pragma once

#include <vector>

#include "heddle/l2_slice/line_byte_set.h"

namespace heddle {

class WrittenBytes {
public:
    // Without ways: for a slice that has no such sectors.
    explicit WrittenBytes(unsigned ways) : set_(ways) {}

    bool used() const { return !set_.empty(); }
    bool any(unsigned way) const { return used() && set_[way].any(); }
    bool has(unsigned way, unsigned byte) const { return set_[way].has(byte); }
    bool all(unsigned way, unsigned first, unsigned count) const { return set_[way].has_all(first, count); }
    void add(unsigned way, unsigned byte) { set_[way].add(byte, 1); }
    void forget(unsigned way, unsigned first, unsigned count) { set_[way].remove(first, count); }
    void forget(unsigned way) {
        if (used()) set_[way].clear();
    }
    // Calls visit(offset in the line, count) for each run of consecutive bytes.
    template <class Visit>
    void for_each_run(unsigned way, Visit visit) const {
        if (any(way)) set_[way].for_each_run(visit);
    }

private:
    std::vector<LineByteSet> set_;  // by way
};

}  // namespace heddle
