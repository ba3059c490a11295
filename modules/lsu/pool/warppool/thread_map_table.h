// The entries for irregular lane patterns, in use from the inter-warp queue to write-back (MECHANISMS 2.2.5). Only
// their occupancy is modelled, because a coalescer stalls while none is free; LineGroup says which data go where. Plain
// C++.
#pragma once

#include <algorithm>
#include <vector>

#include "heddle/base/cycle.h"

namespace heddle {

class ThreadMapTable {
public:
    explicit ThreadMapTable(unsigned entries) : since_(entries) {
        for (unsigned entry = entries; entry-- > 0;) free_.push_back(entry);
    }
    bool full() const { return free_.empty(); }
    unsigned used() const { return static_cast<unsigned>(since_.size() - free_.size()); }
    unsigned most_used() const { return most_used_; }

    // The entry that allocate() will take; the table is not full.
    unsigned next() const { return free_.back(); }
    unsigned allocate(Cycle now) {
        const unsigned entry = next();
        free_.pop_back();
        since_[entry] = now;
        most_used_ = std::max(most_used_, used());
        return entry;
    }
    // Returns how long the entry was in use.
    Cycle release(unsigned entry, Cycle now) {
        free_.push_back(entry);
        return now - since_[entry];
    }

private:
    std::vector<Cycle> since_;
    std::vector<unsigned> free_;
    unsigned most_used_ = 0;  // at the same time so far
};

}  // namespace heddle
