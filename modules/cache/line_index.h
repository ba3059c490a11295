// Finds the index of the way or MSHR entry that has a line, mostly in one or two probes of a table with open
// addressing. The table holds indices only, so that few of the host's cache lines are touched; the owner says which
// line an index has, as line_of(index).
#pragma once

#include <cstdint>
#include <vector>

namespace heddle {

class LineIndex {
public:
    static constexpr unsigned none = ~0u;

    // At least `slots_per_member` slots for each of at most `members` members.
    LineIndex(unsigned members, unsigned slots_per_member) {
        unsigned size = 4, bits = 2;
        while (size < members * slots_per_member) size *= 2, ++bits;
        slots_.assign(size, none);
        mask_ = size - 1;
        shift_ = 64 - bits;
    }

    template <class LineOf>
    unsigned find(std::uint64_t line, LineOf line_of) const {
        for (unsigned slot = home(line);; slot = (slot + 1) & mask_) {
            const unsigned index = slots_[slot];
            if (index == none || line_of(index) == line) return index;
        }
    }
    void insert(std::uint64_t line, unsigned index) {
        unsigned slot = home(line);
        while (slots_[slot] != none) slot = (slot + 1) & mask_;
        slots_[slot] = index;
    }
    // To be called before the member's line changes. Later members of the chain move up, so that there are no
    // tombstones and the table never degrades.
    template <class LineOf>
    void erase(unsigned index, LineOf line_of) {
        unsigned hole = home(line_of(index));
        while (slots_[hole] != index) hole = (hole + 1) & mask_;
        for (unsigned next = (hole + 1) & mask_; slots_[next] != none; next = (next + 1) & mask_) {
            const unsigned from_home = (next - home(line_of(slots_[next]))) & mask_;
            if (from_home < ((next - hole) & mask_)) continue;  // its home lies behind the hole
            slots_[hole] = slots_[next];
            hole = next;
        }
        slots_[hole] = none;
    }

private:
    unsigned home(std::uint64_t line) const { return static_cast<unsigned>((line * 0x9E3779B97F4A7C15u) >> shift_); }

    std::vector<unsigned> slots_;
    unsigned mask_, shift_;
};

}  // namespace heddle
