#include "heddle/sm/issue_units.h"

#include <algorithm>

namespace heddle {

std::uint64_t IssueUnits::blocked_warps(unsigned what, Cycle now) const {
    std::uint64_t warps = 0;
    for (unsigned s = 0; s < schedulers(); ++s)
        if (free_from_[s][what] > now) warps |= own_[s];
    return warps;
}

Cycle IssueUnits::first_free(unsigned what, std::uint64_t warps) const {
    const bool each = (warps & first_slots_) == first_slots_;  // mostly
    Cycle from = never;
    for (unsigned s = 0; s < schedulers(); ++s)
        if (each || warps & own_[s]) from = std::min(from, free_from_[s][what]);
    return from;
}

}  // namespace heddle
