// Which set a line belongs to: its number modulo any number of sets (the default L1 has 96), or a hash of it.
#pragma once

#include <cstdint>

namespace heddle {

enum class SetHash : std::uint8_t { none, fermi };

// Sets of up to so many ways are walked through, for a tag or a victim: that is faster than tables and lists, whose
// lines the host has to fetch.
constexpr unsigned most_walked_ways = 32;

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
    // The Fermi hash is for 32 or 64 sets.
    explicit SetIndex(unsigned sets, SetHash hash = SetHash::none)
        : sets_(sets), mask_((sets & (sets - 1)) == 0 && hash == SetHash::none ? sets - 1 : no_mask), hash_(hash) {}

    unsigned operator()(std::uint64_t line) const {
        if (mask_ != no_mask) return static_cast<unsigned>(line) & mask_;
        if (hash_ == SetHash::fermi) return fermi_set(line, sets_);
        return static_cast<unsigned>(line % sets_);
    }
    unsigned sets() const { return sets_; }

private:
    static constexpr unsigned no_mask = ~0u;
    unsigned sets_, mask_;
    SetHash hash_;
};

}  // namespace heddle
