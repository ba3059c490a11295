// Which set a line belongs to: its number modulo any number of sets (the default L1 has 96), its masked number, or a
// hash of it.
#pragma once

#include <cstdint>

#include "heddle/cache/line_numbering.h"

namespace heddle {

// mask: the bitwise "and" of the line's number and (sets - 1), as in GPGPU-Sim 3.2.2 for any number of sets. Unless
// that is a power of two some sets stay empty: of 96, the 32 whose number has bit 5.
enum class SetHash : std::uint8_t { none, fermi, mask };

// In sets of up to so many ways a tag or a victim is found by a walk through the ways: that is faster than tables and
// lists, which touch more lines of the host's cache.
constexpr unsigned most_walked_ways = 16;

// The hash of Fermi's L1 as GPGPU-Sim has it, after Nugteren et al., HPCA 2014 (MECHANISMS 2.2.3 [X]): address bits 7
// to 11, exclusive-or bits 13, 14, 15, 17 and 19. It gives 32 sets; of 64, bit 12 chooses the half.
inline unsigned fermi_set(std::uint64_t line, unsigned sets) {
    const unsigned bits = static_cast<unsigned>(line);
    const unsigned upper = (bits >> 6 & 7) | (bits >> 10 & 1) << 3 | (bits >> 12 & 1) << 4;
    const unsigned set = (bits ^ upper) & 31;
    return sets == 64 ? set | (bits & 32) : set;
}

class SetIndex {
public:
    // The Fermi hash is for 32 or 64 sets. With a numbering, which has to outlive the index, sets follow from its
    // numbers instead of the lines' own.
    explicit SetIndex(unsigned sets, SetHash hash = SetHash::none, const LineNumbering* numbering = nullptr)
        : sets_(sets),
          mask_(!numbering && is_masked(sets, hash) ? sets - 1 : no_mask),
          numbering_(numbering),
          hash_(hash) {}

    unsigned operator()(std::uint64_t line) const {
        if (mask_ != no_mask) return static_cast<unsigned>(line) & mask_;
        if (numbering_) return SetIndex(sets_, hash_)(numbering_->number(line));
        if (hash_ == SetHash::fermi) return fermi_set(line, sets_);
        return static_cast<unsigned>(line % sets_);
    }
    unsigned sets() const { return sets_; }

private:
    static bool is_masked(unsigned sets, SetHash hash) {
        return hash == SetHash::mask || (hash == SetHash::none && (sets & (sets - 1)) == 0);
    }
    static constexpr unsigned no_mask = ~0u;
    unsigned sets_, mask_;
    const LineNumbering* numbering_;
    SetHash hash_;
};

}  // namespace heddle
