// Which warps to wake in which of the next 63 cycles; one word says which cycles have any. Plain C++.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/cycle.h"

namespace heddle {

class WarpTimers {
public:
    // A cycle beyond the horizon is cut to it; a warp that is woken too early sets its timer again. A timer that
    // `can_wait` does not wake the owner: it expires together with the next one that does, or in the owner's next tick.
    void set(unsigned warp, Cycle at, Cycle now, bool can_wait = false) {
        const unsigned slot = (at - now < horizon ? at : now + horizon) % slots;
        warps_[slot] |= std::uint64_t{1} << warp;
        busy_ |= std::uint64_t{1} << slot;
        if (!can_wait) urgent_ |= std::uint64_t{1} << slot;
    }
    bool empty() const { return busy_ == 0; }
    // The cycles up to `now` with an expired timer, as a mask for take(); `since` is the cycle of the owner's last
    // tick.
    std::uint64_t due(Cycle since, Cycle now) const { return busy_ ? busy_ & passed(since, now) : 0; }
    std::uint64_t take(std::uint64_t due) {
        busy_ &= ~due;
        urgent_ &= ~due;
        std::uint64_t warps = 0;
        for (; due; due &= due - 1) {
            const unsigned slot = static_cast<unsigned>(__builtin_ctzll(due));
            warps |= warps_[slot];
            warps_[slot] = 0;
        }
        return warps;
    }
    Cycle next(Cycle now) const { return first(busy_, now); }
    Cycle next_urgent(Cycle now) const { return first(urgent_, now); }

private:
    static constexpr unsigned slots = 64, horizon = slots - 1;

    static std::uint64_t rotated_left(std::uint64_t word, unsigned by) { return word << by | word >> (-by % slots); }
    static std::uint64_t passed(Cycle since, Cycle now) {
        if (now - since >= slots) return ~std::uint64_t{0};
        return rotated_left((std::uint64_t{1} << (now - since)) - 1, (since + 1) % slots);
    }
    static Cycle first(std::uint64_t busy, Cycle now) {
        if (!busy) return never;
        const std::uint64_t ahead = rotated_left(busy, -(now + 1) % slots);
        return now + 1 + static_cast<unsigned>(__builtin_ctzll(ahead));
    }

    std::array<std::uint64_t, slots> warps_{};
    std::uint64_t busy_ = 0, urgent_ = 0;  // slots with any warp, and with one that cannot wait
};

}  // namespace heddle
