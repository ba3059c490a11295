// A set of bytes of a line. Plain C++.
#pragma once

#include <bitset>

#include "heddle/base/geometry.h"

namespace heddle {

// Bytes are offsets in the line.
class LineByteSet {
public:
    bool any() const { return set_.any(); }
    bool has(unsigned byte) const { return set_[byte]; }
    bool has_any(unsigned first, unsigned count) const {
        for (unsigned byte = first; byte < first + count; ++byte)
            if (set_[byte]) return true;
        return false;
    }
    bool has_all(unsigned first, unsigned count) const {
        for (unsigned byte = first; byte < first + count; ++byte)
            if (!set_[byte]) return false;
        return true;
    }
    void add(unsigned first, unsigned count) {
        for (unsigned byte = first; byte < first + count; ++byte) set_.set(byte);
    }
    void remove(unsigned first, unsigned count) {
        for (unsigned byte = first; byte < first + count; ++byte) set_.reset(byte);
    }
    void clear() { set_.reset(); }
    // Calls visit(first, count) for each run of consecutive bytes.
    template <class Visit>
    void for_each_run(Visit visit) const {
        for (unsigned first = 0, end; first < line_bytes; first = end + 1) {
            for (end = first; end < line_bytes && set_[end];) ++end;
            if (end > first) visit(first, end - first);
        }
    }

private:
    std::bitset<line_bytes> set_;
};

}  // namespace heddle
