#include "heddle/sm/issue_units.h"

#include <algorithm>

namespace heddle {

std::uint64_t IssueUnits::blocked_warps(unsigned what, Cycle now) const {
    if (shared_ >> what & 1) return free_from_[what][0] > now ? ~std::uint64_t{0} : 0;
    std::uint64_t warps = 0;
    for (unsigned s = 0; s < schedulers(); ++s)
        if (free_from_[what][s] > now) warps |= own_[s];
    return warps;
}

Cycle IssueUnits::first_free(unsigned what, std::uint64_t warps) const {
    if (shared_ >> what & 1) return free_from_[what][0];
    const bool each = (warps & first_slots_) == first_slots_;  // mostly
    Cycle from = never;
    for (unsigned s = 0; s < schedulers(); ++s)
        if (each || warps & own_[s]) from = std::min(from, free_from_[what][s]);
    return from;
}

}  // namespace heddle
