// Least recently used. A replacement policy is a class with the two functions below; the tag array takes it as a
// template parameter, because a virtual call per access would cost more than the lookup.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle {

class Lru {
public:
    explicit Lru(unsigned lines) : last_use_(lines, 0) {}

    void touch(unsigned way) { last_use_[way] = ++clock_; }

    // The victim among `ways` ways from `first` on for which eligible(way) holds, or `none` if there is none.
    template <class Eligible>
    unsigned victim(unsigned first, unsigned ways, unsigned none, Eligible eligible) const {
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
    std::vector<std::uint64_t> last_use_;
    std::uint64_t clock_ = 0;
};

}  // namespace heddle
