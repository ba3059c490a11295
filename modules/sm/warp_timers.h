// Which warps to look at again in which of the next 63 cycles. One word says which cycles have any.
#pragma once

#include <array>
#include <cstdint>

#include "base/cycle.h"

namespace heddle {

class WarpTimers {
public:
    // Cycles further away are cut to the horizon; whoever is woken too early sets the timer again.
    void set(unsigned warp, Cycle at, Cycle now) {
        const unsigned slot = (at - now < horizon ? at : now + horizon) % slots;
        warps_[slot] |= std::uint64_t{1} << warp;
        busy_ |= std::uint64_t{1} << slot;
    }
    bool due(Cycle now) const { return busy_ >> now % slots & 1; }
    std::uint64_t take(Cycle now) {
        const unsigned slot = now % slots;
        const std::uint64_t warps = warps_[slot];
        warps_[slot] = 0;
        busy_ &= ~(std::uint64_t{1} << slot);
        return warps;
    }
    Cycle next(Cycle now) const {
        if (!busy_) return never;
        const unsigned start = (now + 1) % slots;
        const std::uint64_t ahead = start ? busy_ >> start | busy_ << (slots - start) : busy_;
        return now + 1 + static_cast<unsigned>(__builtin_ctzll(ahead));
    }

private:
    static constexpr unsigned slots = 64, horizon = slots - 1;
    std::uint64_t busy_ = 0;
    std::array<std::uint64_t, slots> warps_{};
};

}  // namespace heddle
