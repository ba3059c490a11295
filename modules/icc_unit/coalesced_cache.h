// The coalesced cache of a cluster: lines that two or more SMs asked for at the same time (MECHANISMS 1.4). Plain C++.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace heddle {

// Fully associative, LRU. It never holds what memory does not: a store to a line drops it.
class CoalescedCache {
public:
    static constexpr unsigned line_size = 128;

    explicit CoalescedCache(unsigned lines) : entries_(lines) {}

    // The line's bytes, valid until the next insert, and the line is the most recently used; null if it is not there.
    const std::uint8_t* look_up(std::uint64_t line);
    // Takes the 128 bytes. True if another line had to go.
    bool insert(std::uint64_t line, const std::uint8_t* bytes);
    // True if the line was there.
    bool drop(std::uint64_t line);
    // How many lines went.
    unsigned drop_all();
    unsigned used() const { return used_; }

private:
    struct Entry {
        bool valid = false;
        std::uint64_t line = 0;
        std::uint64_t last_use = 0;
        std::array<std::uint8_t, line_size> bytes{};
    };
    Entry* find(std::uint64_t line);

    std::vector<Entry> entries_;
    std::uint64_t uses_ = 0;
    unsigned used_ = 0;
};

}  // namespace heddle
