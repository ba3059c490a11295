// From line number to way, for caches of many ways: a lookup is one or two probes instead of a walk through the set.
// The table holds ways only; the tags beside it say which line a way holds. Open addressing, at most half full.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle {

class WayIndex {
public:
    static constexpr unsigned none = ~0u;

    explicit WayIndex(unsigned lines) {
        unsigned size = 4, bits = 2;
        while (size < lines * 2) size *= 2, ++bits;
        slots_.assign(size, none);
        mask_ = size - 1;
        shift_ = 64 - bits;
    }

    unsigned find(std::uint64_t line, const std::uint64_t* tags) const {
        for (unsigned slot = home(line);; slot = (slot + 1) & mask_) {
            const unsigned way = slots_[slot];
            if (way == none || tags[way] == line) return way;
        }
    }
    void insert(std::uint64_t line, unsigned way) {
        unsigned slot = home(line);
        while (slots_[slot] != none) slot = (slot + 1) & mask_;
        slots_[slot] = way;
    }
    // Before the way's tag changes. Later members of the chain move up: no tombstones.
    void erase(unsigned way, const std::uint64_t* tags) {
        unsigned hole = home(tags[way]);
        while (slots_[hole] != way) hole = (hole + 1) & mask_;
        for (unsigned next = (hole + 1) & mask_; slots_[next] != none; next = (next + 1) & mask_) {
            const unsigned from_home = (next - home(tags[slots_[next]])) & mask_;
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
