// Which bytes of the sectors that are not valid stores have set, for a slice that fetches the rest of a sector when it
// is read. Plain C++.
#pragma once

#include <bitset>
#include <vector>

#include "heddle/base/geometry.h"

namespace heddle {

class WrittenBytes {
public:
    // Without ways: for a slice that has no such sectors.
    explicit WrittenBytes(unsigned ways) : set_(ways) {}

    bool used() const { return !set_.empty(); }
    bool any(unsigned way) const { return used() && set_[way].any(); }
    bool has(unsigned way, unsigned byte) const { return set_[way][byte]; }
    bool all(unsigned way, unsigned first, unsigned count) const {
        for (unsigned byte = first; byte < first + count; ++byte)
            if (!set_[way][byte]) return false;
        return true;
    }
    void add(unsigned way, unsigned byte) { set_[way].set(byte); }
    void forget(unsigned way, unsigned first, unsigned count) {
        for (unsigned byte = first; byte < first + count; ++byte) set_[way].reset(byte);
    }
    void forget(unsigned way) {
        if (used()) set_[way].reset();
    }
    // Calls visit(offset in the line, count) for each run of consecutive bytes.
    template <class Visit>
    void for_each_run(unsigned way, Visit visit) const {
        if (!any(way)) return;
        for (unsigned first = 0, end; first < line_bytes; first = end + 1) {
            for (end = first; end < line_bytes && has(way, end);) ++end;
            if (end > first) visit(first, end - first);
        }
    }

private:
    std::vector<std::bitset<line_bytes>> set_;  // by way
};

}  // namespace heddle
