// Plain C++: the rule by which a perfect cache, in which every load hits, returns right data. It reads a load's bytes
// from memory in the moment of the lookup, without time and traffic. That is right unless a store or atomic that this
// cache has passed on to the line may not be in memory yet: until its response is back, loads of the line go to the
// next level behind it, as in any other cache.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/cache/line_index.h"

namespace heddle {

class PerfectLines {
public:
    // Memory has what loads of the line must see.
    bool serves(std::uint64_t line) const { return !writes_ || find(line) == none; }

    // A store or atomic goes to the line. Its response has to come with the number that is returned, because its
    // address need not come back as it was sent. All writes to a line have the same number while one is outstanding.
    [[nodiscard]] unsigned begin_write(std::uint64_t line) {
        unsigned number = find(line);
        if (number == none) number = new_entry(line);
        ++entries_[number].writes;
        ++writes_;
        return number;
    }
    void end_write(unsigned number) {
        --writes_;
        if (--entries_[number].writes) return;
        index_.erase(number, [this](unsigned other) { return entries_[other].line; });
        free_.push_back(number);
    }
    std::uint64_t outstanding_writes() const { return writes_; }

private:
    static constexpr unsigned none = LineIndex::none;
    struct Entry {
        std::uint64_t line;
        unsigned writes;  // outstanding
    };

    unsigned find(std::uint64_t line) const {
        return index_.find(line, [this](unsigned number) { return entries_[number].line; });
    }
    unsigned new_entry(std::uint64_t line) {
        if (free_.empty()) {
            if (entries_.size() == room_) grow();
            free_.push_back(static_cast<unsigned>(entries_.size()));
            entries_.push_back({0, 0});
        }
        const unsigned number = free_.back();
        free_.pop_back();
        entries_[number].line = line;
        index_.insert(line, number);
        return number;
    }
    // Only when no entry is free, so all of them have a line.
    void grow() {
        room_ *= 2;
        index_ = LineIndex(room_, 2);
        for (unsigned number = 0; number < entries_.size(); ++number) index_.insert(entries_[number].line, number);
    }

    std::uint64_t writes_ = 0;
    std::vector<Entry> entries_;
    std::vector<unsigned> free_;
    unsigned room_ = 64;  // entries that the index has room for
    LineIndex index_{room_, 2};
};

}  // namespace heddle
