// A set of port numbers as a bitmask: what makes a cycle cost as much as there are active ports.
#pragma once

#include <array>
#include <cstdint>

namespace heddle {

// A set whose ports are all below 64 costs the host one word; only sets that ever had others look at the rest.
class PortSet {
public:
    static constexpr unsigned capacity = 256;

    void set(unsigned port) {
        words_[port >> 6] |= bit(port);
        wide_ |= port >= 64;
    }
    // From several threads at the same time, while nobody looks at the set.
    void set_shared(unsigned port) {
        std::uint64_t& word = words_[port >> 6];
        if (!(__atomic_load_n(&word, __ATOMIC_RELAXED) & bit(port)))
            __atomic_fetch_or(&word, bit(port), __ATOMIC_RELAXED);
        if (port >= 64 && !__atomic_load_n(&wide_, __ATOMIC_RELAXED)) __atomic_store_n(&wide_, true, __ATOMIC_RELAXED);
    }
    void reset(unsigned port) { words_[port >> 6] &= ~bit(port); }
    bool test(unsigned port) const { return words_[port >> 6] & bit(port); }
    bool any() const { return words_[0] || (wide_ && (words_[1] | words_[2] | words_[3])); }
    bool meets(const PortSet& other) const {
        return words_[0] & other.words_[0] || (wide_ && ((words_[1] & other.words_[1]) | (words_[2] & other.words_[2]) |
                                                         (words_[3] & other.words_[3])));
    }
    unsigned count() const {
        unsigned sum = 0;
        for_each_word([&](unsigned i) { sum += static_cast<unsigned>(__builtin_popcountll(words_[i])); });
        return sum;
    }
    static PortSet first(unsigned ports) {
        PortSet set;
        for (unsigned port = 0; port < ports; ++port) set.set(port);
        return set;
    }

    PortSet& operator&=(const PortSet& other) {
        for_each_word([&](unsigned i) { words_[i] &= other.words_[i]; });
        return *this;
    }
    PortSet& operator|=(const PortSet& other) {
        wide_ |= other.wide_;
        for_each_word([&](unsigned i) { words_[i] |= other.words_[i]; });
        return *this;
    }
    friend PortSet operator&(const PortSet& a, const PortSet& b) {
        PortSet both;
        both.wide_ = a.wide_ && b.wide_;
        both.for_each_word([&](unsigned i) { both.words_[i] = a.words_[i] & b.words_[i]; });
        return both;
    }

    // The first member at or after `start`, else the lowest one: a round-robin arbiter. The set must not be empty.
    unsigned round_robin_from(unsigned start) const {
        if (wide_) return wide_round_robin_from(start);
        const std::uint64_t bits = start < 64 ? words_[0] >> start << start : 0;
        return lowest(0, bits ? bits : words_[0]);
    }

    // Ascending; `visit` may change the set.
    template <class Visit>
    void for_each(Visit visit) const {
        for_each_word([&](unsigned i) {
            for (std::uint64_t bits = words_[i]; bits; bits &= bits - 1) visit(lowest(i, bits));
        });
    }

private:
    unsigned wide_round_robin_from(unsigned start) const {
        unsigned word = start >> 6;
        if (word < words) {
            if (const std::uint64_t bits = words_[word] >> (start & 63) << (start & 63)) return lowest(word, bits);
            while (++word < words)
                if (words_[word]) return lowest(word, words_[word]);
        }
        word = 0;
        while (!words_[word]) ++word;
        return lowest(word, words_[word]);
    }
    static constexpr unsigned words = capacity / 64;
    static std::uint64_t bit(unsigned port) { return std::uint64_t{1} << (port & 63); }
    static unsigned lowest(unsigned word, std::uint64_t bits) {
        return word * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
    }
    template <class Visit>
    void for_each_word(Visit visit) const {
        visit(0U);
        if (wide_)
            for (unsigned i = 1; i < words; ++i) visit(i);
    }
    std::array<std::uint64_t, words> words_{};
    bool wide_ = false;
};

}  // namespace heddle
