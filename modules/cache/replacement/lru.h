// Least recently used. A replacement policy is a class with the two functions below; the tag array takes it as a
// template parameter, because a virtual call per access would cost more than the lookup.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cache/replacement/recency_lists.h"
#include "cache/set_index.h"

namespace heddle {

// In sets of few ways each way has the time of its last use, and the victim is looked for; sets of many ways are lists.
class Lru {
public:
    Lru(unsigned sets, unsigned ways) {
        if (ways > most_walked_ways)
            lists_.emplace(sets, ways);
        else
            last_use_.assign(std::size_t{sets} * ways, 0);
    }

    void touch(unsigned way) {
        if (lists_)
            lists_->touch(way);
        else
            last_use_[way] = ++clock_;
    }

    // The victim among `ways` ways from `first` on for which eligible(way) holds, or `none` if there is none. Only ways
    // that have been touched are eligible.
    template <class Eligible>
    unsigned victim(unsigned first, unsigned ways, unsigned none, Eligible eligible) const {
        if (lists_) return lists_->oldest(first / ways, none, eligible);
        unsigned oldest = none;
        std::uint64_t oldest_use = ~std::uint64_t{0};
        for (unsigned way = first; way < first + ways; ++way)
            if (last_use_[way] < oldest_use && eligible(way)) {
                oldest = way;
                oldest_use = last_use_[way];
            }
        return oldest;
    }

private:
    std::optional<RecencyLists> lists_;
    std::vector<std::uint64_t> last_use_;
    std::uint64_t clock_ = 0;
};

}  // namespace heddle
