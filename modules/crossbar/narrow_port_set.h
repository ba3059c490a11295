// A PortSet of up to 64 ports: one word of the host, without the branches of a larger set.
#pragma once

#include <cstdint>

namespace heddle {

// Most of a network's work in a cycle is set operations, and few crossbars have more than 64 ports.
class NarrowPortSet {
public:
    static constexpr unsigned capacity = 64;

    void set(unsigned port) { bits_ |= bit(port); }
    void reset(unsigned port) { bits_ &= ~bit(port); }
    bool test(unsigned port) const { return bits_ & bit(port); }
    bool any() const { return bits_; }
    bool meets(const NarrowPortSet& other) const { return bits_ & other.bits_; }
    unsigned count() const { return static_cast<unsigned>(__builtin_popcountll(bits_)); }
    static NarrowPortSet first(unsigned ports) {
        NarrowPortSet set;
        for (unsigned port = 0; port < ports; ++port) set.set(port);
        return set;
    }

    NarrowPortSet& operator&=(const NarrowPortSet& other) {
        bits_ &= other.bits_;
        return *this;
    }
    NarrowPortSet& operator|=(const NarrowPortSet& other) {
        bits_ |= other.bits_;
        return *this;
    }
    friend NarrowPortSet operator&(NarrowPortSet a, const NarrowPortSet& b) { return a &= b; }

    // The first member at or after `start`, else the lowest one: a round-robin arbiter. The set must not be empty.
    unsigned round_robin_from(unsigned start) const {
        const std::uint64_t from = start < capacity ? bits_ >> start << start : 0;
        return lowest(from ? from : bits_);
    }

    // Ascending; `visit` may change the set.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::uint64_t bits = bits_; bits; bits &= bits - 1) visit(lowest(bits));
    }

private:
    static std::uint64_t bit(unsigned port) { return std::uint64_t{1} << port; }
    static unsigned lowest(std::uint64_t bits) { return static_cast<unsigned>(__builtin_ctzll(bits)); }
    std::uint64_t bits_ = 0;
};

}  // namespace heddle
