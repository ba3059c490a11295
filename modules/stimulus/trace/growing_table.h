// A table that grows at one end while another thread reads it: an entry never moves. Whoever passes an entry's
// number to the other thread must synchronise.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace heddle::traces {

template <class Entry, std::uint32_t most_entries>
class GrowingTable {
public:
    static constexpr std::uint32_t most = most_entries;

    const Entry& operator[](std::uint32_t number) const {
        return chunks_[number / chunk_entries][number % chunk_entries];
    }
    std::uint32_t count() const { return count_; }
    bool full() const { return count_ == most; }
    std::uint32_t add(const Entry& entry) {
        std::unique_ptr<Entry[]>& chunk = chunks_[count_ / chunk_entries];
        if (!chunk) chunk = std::make_unique<Entry[]>(chunk_entries);
        chunk[count_ % chunk_entries] = entry;
        return count_++;
    }

private:
    static constexpr std::uint32_t chunk_entries = 1024;
    std::array<std::unique_ptr<Entry[]>, most / chunk_entries> chunks_;
    std::uint32_t count_ = 0;
};

}  // namespace heddle::traces
