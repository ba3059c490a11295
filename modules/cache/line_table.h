// From line number to entry index: a fixed open-addressing hash table, at most a quarter full, so that a lookup is one
// or two probes however many MSHR entries a cache has.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle {

class LineTable {
public:
    static constexpr unsigned none = ~0u;

    explicit LineTable(unsigned entries) {
        unsigned size = 4, bits = 2;
        while (size < entries * 4) size *= 2, ++bits;
        slots_.resize(size);
        mask_ = size - 1;
        shift_ = 64 - bits;
    }

    unsigned find(std::uint64_t line) const {
        for (unsigned slot = home(line);; slot = (slot + 1) & mask_)
            if (slots_[slot].value == none || slots_[slot].line == line) return slots_[slot].value;
    }
    void insert(std::uint64_t line, unsigned value) {
        unsigned slot = home(line);
        while (slots_[slot].value != none) slot = (slot + 1) & mask_;
        slots_[slot] = {line, value};
    }
    // Moves later members of the chain up instead of leaving a tombstone: the table never degrades.
    void erase(std::uint64_t line) {
        unsigned hole = home(line);
        while (slots_[hole].line != line || slots_[hole].value == none) {
            if (slots_[hole].value == none) return;
            hole = (hole + 1) & mask_;
        }
        for (unsigned next = (hole + 1) & mask_; slots_[next].value != none; next = (next + 1) & mask_) {
            const unsigned from_home = (next - home(slots_[next].line)) & mask_;
            if (from_home < ((next - hole) & mask_)) continue;  // its home lies behind the hole
            slots_[hole] = slots_[next];
            hole = next;
        }
        slots_[hole].value = none;
    }

private:
    struct Slot {
        std::uint64_t line = 0;
        unsigned value = none;
    };
    unsigned home(std::uint64_t line) const { return static_cast<unsigned>((line * 0x9E3779B97F4A7C15u) >> shift_); }

    std::vector<Slot> slots_;
    unsigned mask_, shift_;
};

}  // namespace heddle
