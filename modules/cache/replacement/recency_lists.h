// The ways of each set in the order of their last use, as doubly linked lists: for sets of so many ways that a search
// for the oldest would take longer than everything else a miss needs.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle {

class RecencyLists {
public:
    RecencyLists(unsigned sets, unsigned ways)
        : ways_(ways), links_(std::size_t{sets} * ways), oldest_(sets, end), newest_(sets, end) {}

    void touch(unsigned way) {
        const unsigned set = way / ways_;
        Link& link = links_[way];
        if (newest_[set] == way) return;
        if (link.listed) {
            (link.older == end ? oldest_[set] : links_[link.older].newer) = link.newer;
            links_[link.newer].older = link.older;  // it is not the newest, so there is one
        }
        link = {newest_[set], end, true};
        (newest_[set] == end ? oldest_[set] : links_[newest_[set]].newer) = way;
        newest_[set] = way;
    }

    // The least recently touched way for which eligible(way) holds, or `none`.
    template <class Eligible>
    unsigned oldest(unsigned set, unsigned none, Eligible eligible) const {
        for (unsigned way = oldest_[set]; way != end; way = links_[way].newer)
            if (eligible(way)) return way;
        return none;
    }

private:
    static constexpr unsigned end = ~0u;
    struct Link {
        unsigned older = end, newer = end;
        bool listed = false;
    };
    unsigned ways_;
    std::vector<Link> links_;
    std::vector<unsigned> oldest_, newest_;
};

}  // namespace heddle
