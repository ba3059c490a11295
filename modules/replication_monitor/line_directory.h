// Plain C++: which of several caches hold which lines. Changes are collected and show together after end_cycle(), so
// that it does not matter in which order the caches report what happens to them in one cycle.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/cache/line_index.h"

namespace heddle {

class LineDirectory {
public:
    explicit LineDirectory(unsigned caches);

    // What one cache reports has to come in its order. Installing what is held and dropping what is not is no change.
    void install(unsigned cache, std::uint64_t line) { changes_.push_back({line, cache, Change::install}); }
    void drop(unsigned cache, std::uint64_t line) { changes_.push_back({line, cache, Change::drop}); }
    void drop_all(unsigned cache) { changes_.push_back({0, cache, Change::drop_all}); }
    void end_cycle();

    // As of the last end_cycle().
    bool held_elsewhere(unsigned cache, std::uint64_t line) const;
    unsigned copies_of(std::uint64_t line) const;
    std::uint64_t lines() const { return lines_; }    // distinct ones
    std::uint64_t copies() const { return copies_; }  // of all of them
    std::uint64_t lines_of(unsigned cache) const { return lines_of_[cache]; }
    unsigned most_copies() const { return most_copies_; }
    std::uint64_t lines_with(unsigned copies) const { return lines_with_[copies]; }

private:
    enum class Change : std::uint8_t { install, drop, drop_all };
    struct Reported {
        std::uint64_t line;
        unsigned cache;
        Change change;
    };
    // A line and how many caches hold it. Those without a copy are free.
    struct Entry {
        std::uint64_t line;
        unsigned copies;
    };

    unsigned find(std::uint64_t line) const {
        return index_.find(line, [this](unsigned entry) { return entries_[entry].line; });
    }
    // The word of a bitmap of caches that a cache's bit is in.
    std::uint64_t& holders(unsigned entry, unsigned cache) {
        return holders_[std::size_t{entry} * words_ + cache / 64];
    }
    std::uint64_t holders(unsigned entry, unsigned cache) const {
        return holders_[std::size_t{entry} * words_ + cache / 64];
    }
    static std::uint64_t bit(unsigned cache) { return std::uint64_t{1} << (cache % 64); }

    void add_copy(unsigned cache, std::uint64_t line);
    void remove_copy(unsigned cache, unsigned entry);
    void remove_all(const std::uint64_t* caches);
    void count(unsigned before, unsigned after);
    unsigned new_entry(std::uint64_t line);
    void grow();

    const unsigned words_;  // of a bitmap of caches
    std::vector<Reported> changes_;
    std::vector<Entry> entries_;
    std::vector<std::uint64_t> holders_;  // words_ for each entry
    std::vector<unsigned> free_;          // entries
    unsigned room_ = 1024;                // entries that the index has room for
    LineIndex index_;
    std::uint64_t lines_ = 0, copies_ = 0;
    std::vector<std::uint64_t> lines_of_, lines_with_;
    unsigned most_copies_ = 0;
    std::vector<std::uint64_t> emptied_;  // a bitmap of caches, kept for remove_all()
};

}  // namespace heddle
