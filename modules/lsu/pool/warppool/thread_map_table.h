// Places for irregular lane patterns, from the inter-warp queue to write-back (MECHANISMS 2.2.5). The pattern itself
// moves no data here (LineGroup does), but a table without a free place stalls its coalescer. Plain C++.
#pragma once

#include <vector>

#include "base/cycle.h"

namespace heddle {

class ThreadMapTable {
public:
    explicit ThreadMapTable(unsigned entries) : since_(entries) {
        for (unsigned entry = entries; entry-- > 0;) free_.push_back(entry);
    }
    bool full() const { return free_.empty(); }
    unsigned used() const { return static_cast<unsigned>(since_.size() - free_.size()); }

    unsigned allocate(Cycle now) {
        const unsigned entry = free_.back();
        free_.pop_back();
        since_[entry] = now;
        return entry;
    }
    // How long it was used.
    Cycle release(unsigned entry, Cycle now) {
        free_.push_back(entry);
        return now - since_[entry];
    }

private:
    std::vector<Cycle> since_;
    std::vector<unsigned> free_;
};

}  // namespace heddle
