// The coalesced cache of a cluster: lines that two or more SMs asked for at the same time (MECHANISMS 1.4). Plain C++.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/geometry.h"
#include "heddle/cache/tag_array.h"

namespace heddle {

// Fully associative, LRU. It never holds bytes that differ from memory: a store to a line drops it.
class CoalescedCache {
public:
    explicit CoalescedCache(unsigned lines) : tags_(1, lines), bytes_(std::size_t{lines} * line_bytes) {}

    // The line's bytes, valid until the next insert, or null. The line becomes the most recently used.
    const std::uint8_t* look_up(std::uint64_t line);
    // Copies the 128 bytes. True if another line was evicted.
    bool insert(std::uint64_t line, const std::uint8_t* bytes);
    // True if the line was there.
    bool drop(std::uint64_t line);
    // Returns how many lines were dropped.
    unsigned drop_all();
    unsigned used() const { return used_; }

private:
    TagArray tags_;  // one set
    std::vector<std::uint8_t> bytes_;
    unsigned used_ = 0;
};

}  // namespace heddle
