// Finds the index of the way or MSHR entry that has a line, mostly in one or two probes of a table with open
// addressing. The owner says which line an index has, as line_of(index).
#pragma once

#include <cstdint>

#include "heddle/base/host_line.h"

namespace heddle {

// With thousands of lines a search costs as much as the lines of the host's cache that it touches. So the table keeps a
// part of each line's hash, and asks the owner only for the line of the member that is sought. Lines that follow each
// other, and the sectors of one line, are asked for together, so their slots are neighbours.
class LineIndex {
public:
    static constexpr unsigned none = ~0u;

    // At least `slots_per_member` slots for each of at most `members` members.
    LineIndex(unsigned members, unsigned slots_per_member) {
        unsigned size = neighbours;
        while (size < members * slots_per_member) size *= 2, --shift_;
        slots_ = make_host_line_array<Slot>(size);
        mask_ = size - 1;
    }

    template <class LineOf>
    unsigned find(std::uint64_t line, LineOf line_of) const {
        const std::uint32_t hash = hash_of(line);
        for (unsigned slot = home(hash);; slot = (slot + 1) & mask_) {
            const Slot found = slots_[slot];
            if (found.index == none || (found.hash == hash && line_of(found.index) == line)) return found.index;
        }
    }
    void insert(std::uint64_t line, unsigned index) {
        const std::uint32_t hash = hash_of(line);
        unsigned slot = home(hash);
        while (slots_[slot].index != none) slot = (slot + 1) & mask_;
        slots_[slot] = {index, hash};
    }
    // To be called before the member's line changes. Later members of the chain move up, so that there are no
    // tombstones and the table never degrades.
    template <class LineOf>
    void erase(unsigned index, LineOf line_of) {
        unsigned hole = home(hash_of(line_of(index)));
        while (slots_[hole].index != index) hole = (hole + 1) & mask_;
        for (unsigned next = (hole + 1) & mask_; slots_[next].index != none; next = (next + 1) & mask_) {
            const unsigned from_home = (next - home(slots_[next].hash)) & mask_;
            if (from_home < ((next - hole) & mask_)) continue;  // its home lies behind the hole
            slots_[hole] = slots_[next];
            hole = next;
        }
        slots_[hole].index = none;
    }

private:
    static constexpr unsigned neighbours = 4;
    struct Slot {
        unsigned index = none;
        std::uint32_t hash = 0;
    };

    // The upper bits say where the neighbours stand, the lowest ones which of them it is.
    static std::uint32_t hash_of(std::uint64_t line) {
        const auto upper = static_cast<std::uint32_t>((line / neighbours * 0x9E3779B97F4A7C15u) >> 32);
        return (upper & ~(neighbours - 1)) | (line & (neighbours - 1));
    }
    unsigned home(std::uint32_t hash) const {
        return ((hash >> shift_) & (mask_ ^ (neighbours - 1))) | (hash & (neighbours - 1));
    }

    HostLineArray<Slot> slots_;
    unsigned mask_, shift_ = 30;
};

}  // namespace heddle
