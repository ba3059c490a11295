// Which modules are due in which of the next cycles, as one bitmap per cycle. Plain C++.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "heddle/base/cycle.h"

namespace heddle {

class TimingWheel {
public:
    static constexpr unsigned slots = 512;

    void resize(std::size_t modules);
    void put(Cycle cycle, unsigned id) {
        const unsigned slot = cycle % slots;
        due_[slot * words_ + (id >> 6)] |= std::uint64_t{1} << (id & 63);
        busy_[slot >> 6] |= std::uint64_t{1} << (slot & 63);
    }
    // The bitmap of a cycle: words() words.
    std::uint64_t* due(Cycle cycle) { return &due_[(cycle % slots) * words_]; }
    // The same for the cycle that begins; whoever takes it sets its words to zero.
    std::uint64_t* take(Cycle cycle) {
        const unsigned slot = cycle % slots;
        busy_[slot >> 6] &= ~(std::uint64_t{1} << (slot & 63));
        return due(cycle);
    }
    // The first busy cycle after `now`, or never.
    Cycle next_busy(Cycle now) const;
    unsigned words() const { return words_; }

private:
    unsigned words_ = 0;
    std::vector<std::uint64_t> due_;
    std::array<std::uint64_t, slots / 64> busy_{};
};

}  // namespace heddle
