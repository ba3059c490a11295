// Deals out groups of n things, each group in an order of its own, for any n: where n is no power of two there is no
// polynomial hash. In group g the thing at place i is dealt to (factor * i + offset) mod n; the factor, which has no
// divisor in common with n, and the offset follow from a hash of g. So every group is dealt out completely, and strides
// that fall on few of the n in one group fall on others in the next.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "heddle/base/divisor.h"

namespace heddle {

class GroupShuffle {
public:
    explicit GroupShuffle(unsigned n) : n_(n) {
        for (unsigned factor = 1; factor <= n; ++factor)
            if (std::gcd(factor, n) == 1) factors_.push_back(factor);
    }

    unsigned dealt_to(std::uint64_t thing) const {
        const std::uint64_t group = n_.quotient(thing), place = n_.remainder(thing), mixed = mix(group);
        const std::uint64_t factor = factors_[(mixed >> 32) % factors_.size()];
        return static_cast<unsigned>(n_.remainder(place * factor + static_cast<std::uint32_t>(mixed)));
    }

private:
    // The finaliser of splitmix64: every bit of the result depends on every bit of the group's number.
    static std::uint64_t mix(std::uint64_t value) {
        value += 0x9E3779B97F4A7C15;
        value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
        value = (value ^ value >> 27) * 0x94D049BB133111EB;
        return value ^ value >> 31;
    }
    Divisor n_;
    std::vector<unsigned> factors_;
};

}  // namespace heddle
