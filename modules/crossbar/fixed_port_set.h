// A set of port numbers like PortSet, but of a fixed number of the host's words: without branches for words that it may
// need.
#pragma once

#include <array>
#include <cstdint>

namespace heddle {

// Most of a network's work in a cycle is set operations, and few crossbars have more than 64 or 128 ports.
template <unsigned words>
class FixedPortSet {
public:
    static constexpr unsigned capacity = 64 * words;

    void set(unsigned port) { words_[word(port)] |= bit(port); }
    void reset(unsigned port) { words_[word(port)] &= ~bit(port); }
    bool test(unsigned port) const { return words_[word(port)] & bit(port); }
    bool any() const {
        std::uint64_t all = 0;
        for (const std::uint64_t bits : words_) all |= bits;
        return all;
    }
    bool meets(const FixedPortSet& other) const { return (*this & other).any(); }
    unsigned count() const {
        unsigned sum = 0;
        for (const std::uint64_t bits : words_) sum += static_cast<unsigned>(__builtin_popcountll(bits));
        return sum;
    }
    static FixedPortSet first(unsigned ports) {
        FixedPortSet set;
        for (unsigned port = 0; port < ports; ++port) set.set(port);
        return set;
    }

    FixedPortSet& operator&=(const FixedPortSet& other) {
        for (unsigned i = 0; i < words; ++i) words_[i] &= other.words_[i];
        return *this;
    }
    FixedPortSet& operator|=(const FixedPortSet& other) {
        for (unsigned i = 0; i < words; ++i) words_[i] |= other.words_[i];
        return *this;
    }
    void remove(const FixedPortSet& others) {
        for (unsigned i = 0; i < words; ++i) words_[i] &= ~others.words_[i];
    }
    friend FixedPortSet operator&(FixedPortSet a, const FixedPortSet& b) { return a &= b; }

    // The first member at or after `start`, else the lowest one: a round-robin arbiter. The set must not be empty.
    unsigned round_robin_from(unsigned start) const {
        const unsigned port = first_from(start);
        return port < capacity ? port : first_from(0);
    }
    // The first member at or after `start`; `capacity` if there is none.
    unsigned first_from(unsigned start) const {
        if (start >= capacity) return capacity;
        std::uint64_t bits = words_[word(start)] >> (start & 63) << (start & 63);
        for (unsigned i = word(start);; bits = words_[i]) {
            if (bits) return lowest(i, bits);
            if (++i >= words) return capacity;
        }
    }

    // Ascending; `visit` may change the set.
    template <class Visit>
    void for_each(Visit visit) const {
        for (unsigned i = 0; i < words; ++i)
            for (std::uint64_t bits = words_[i]; bits; bits &= bits - 1) visit(lowest(i, bits));
    }

private:
    static constexpr unsigned word(unsigned port) { return words == 1 ? 0 : port >> 6; }
    static std::uint64_t bit(unsigned port) { return std::uint64_t{1} << (port & 63); }
    static unsigned lowest(unsigned i, std::uint64_t bits) {
        return i * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
    }
    std::array<std::uint64_t, words> words_{};
};

using NarrowPortSet = FixedPortSet<1>;
using MiddlePortSet = FixedPortSet<2>;
using WidePortSet = FixedPortSet<4>;

}  // namespace heddle
