// The arbiter of a router: the first member of a bit mask at or after a pointer, else the lowest one. Plain C++.
#pragma once

#include <cstdint>

namespace heddle {

inline unsigned round_robin(std::uint64_t members, unsigned from) {
    const std::uint64_t behind = from < 64 ? members >> from << from : 0;
    return static_cast<unsigned>(__builtin_ctzll(behind ? behind : members));
}

template <class Visit>
void for_each_bit(std::uint64_t bits, Visit visit) {
    for (; bits; bits &= bits - 1) visit(static_cast<unsigned>(__builtin_ctzll(bits)));
}

}  // namespace heddle
