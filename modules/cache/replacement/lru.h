// Least recently used. A replacement policy is a class with the functions below; the tag array takes it as a template
// parameter, because a virtual call per access would cost more than the lookup.
#pragma once

#include <cstdint>
#include <memory>

#include "heddle/cache/replacement/recency_lists.h"
#include "heddle/cache/set_index.h"

namespace heddle {

// In sets of few ways each way has the time of its last use, and a walk finds the victim; sets of many ways are lists.
class Lru {
public:
    Lru(unsigned sets, unsigned ways) {
        if (ways > most_walked_ways) lists_ = std::make_unique<RecencyLists>(sets, ways);
    }

    // The mark that the tag array stores in the way, on a host line that the lookup reads anyway. Never 0.
    std::uint64_t touch(unsigned way) {
        if (lists_) lists_->touch(way);
        return ++clock_;
    }

    // The victim among `ways` ways from `first` on for which eligible(way) holds, or `none` if there is none. Ways with
    // the mark 0 come first.
    template <class MarkOf, class Eligible>
    unsigned victim(unsigned first, unsigned ways, unsigned none, MarkOf mark_of, Eligible eligible) const {
        if (lists_) return lists_->oldest(first / ways, none, eligible);
        unsigned oldest = none;
        std::uint64_t oldest_use = ~std::uint64_t{0};
        for (unsigned way = first; way < first + ways; ++way)
            if (eligible(way) && mark_of(way) < oldest_use) {
                oldest = way;
                oldest_use = mark_of(way);
                if (!oldest_use) break;
            }
        return oldest;
    }

private:
    std::unique_ptr<RecencyLists> lists_;
    std::uint64_t clock_ = 0;
};

}  // namespace heddle
