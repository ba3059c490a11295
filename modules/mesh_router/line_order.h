// Which requests of a node may be in the network together. Virtual channels and merged tables let packets of one node
// pass each other; two requests to one line of which one writes must not. Plain C++.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/geometry.h"
#include "heddle/cache/line_index.h"

namespace heddle {

class LineOrder {
public:
    // Lines that can have requests in the network at once.
    explicit LineOrder(unsigned lines) : index_(lines, 2), entries_(lines) {
        for (unsigned i = lines; i-- > 0;) spare_.push_back(i);
    }

    // What a request has to wait for: an older one to its line, or one to any line, because as many as possible have
    // requests in the network.
    enum class Wait : std::uint8_t { nothing, older, any };
    // An access to several lines, as foreign initiators may send, is in the network alone.
    [[nodiscard]] Wait wait_of(std::uint64_t address, bool read, unsigned bytes = 1) const {
        if (alone_ || (several_lines(address, bytes) && spare_.size() < entries_.size())) return Wait::older;
        const unsigned found = find(address / line_bytes);
        if (found == LineIndex::none) return spare_.empty() ? Wait::any : Wait::nothing;
        return read && entries_[found].writes == 0 ? Wait::nothing : Wait::older;
    }
    // Returns its number: whoever leaves says it, because memory may change the address of what it serves.
    [[nodiscard]] unsigned enter(std::uint64_t address, bool read, unsigned bytes = 1) {
        alone_ = several_lines(address, bytes);
        const std::uint64_t line = address / line_bytes;
        unsigned entry = find(line);
        if (entry == LineIndex::none) {
            entry = spare_.back();
            spare_.pop_back();
            entries_[entry] = {line, 0, 0};
            index_.insert(line, entry);
        }
        ++(read ? entries_[entry].reads : entries_[entry].writes);
        return entry;
    }
    void leave(unsigned entry, bool read) {
        Entry& line = entries_[entry];
        --(read ? line.reads : line.writes);
        alone_ = false;
        if (line.reads || line.writes) return;
        index_.erase(entry, [this](unsigned member) { return entries_[member].line; });
        spare_.push_back(entry);
    }

private:
    struct Entry {
        std::uint64_t line = 0;
        std::uint32_t reads = 0, writes = 0;
    };
    static bool several_lines(std::uint64_t address, unsigned bytes) {
        return address % line_bytes + bytes > line_bytes;
    }
    unsigned find(std::uint64_t line) const {
        return index_.find(line, [this](unsigned entry) { return entries_[entry].line; });
    }

    LineIndex index_;
    std::vector<Entry> entries_;
    std::vector<unsigned> spare_;
    bool alone_ = false;  // an access to several lines is in the network
};

}  // namespace heddle
