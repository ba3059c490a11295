// Miss status holding registers: which lines are being fetched and who waits for them.
#pragma once

#include <cstdint>
#include <vector>

#include "cache/line_table.h"

namespace heddle {

// One entry per outstanding line, up to `merges_per_entry` waiters each (the first miss counts). An entry is known to
// its owner by its index until release(): the fill request carries it. close() ends merging without ending the entry: a
// store to the line passed, later loads must not share older data (DESIGN.md section 4); a new entry for the line may
// then stand beside it.
template <class Waiter>
class Mshr {
public:
    static constexpr unsigned none = LineTable::none;

    Mshr(unsigned entries, unsigned merges_per_entry)
        : merges_(merges_per_entry), table_(entries), entries_(entries), waiters_(entries * merges_per_entry) {
        free_.reserve(entries);
        for (unsigned entry = entries; entry-- > 0;) free_.push_back(entry);
    }

    unsigned capacity() const { return static_cast<unsigned>(entries_.size()); }
    unsigned count() const { return capacity() - static_cast<unsigned>(free_.size()); }
    bool full() const { return free_.empty(); }
    bool empty() const { return count() == 0; }

    // The open entry of the line, or none.
    unsigned find(std::uint64_t line) const { return table_.find(line); }

    // Only if not full() and no open entry of the line exists.
    unsigned allocate(std::uint64_t line, unsigned way, std::uint64_t since = 0) {
        const unsigned entry = free_.back();
        free_.pop_back();
        entries_[entry] = {line, since, way, 0, true, true};
        table_.insert(line, entry);
        return entry;
    }
    bool can_attach(unsigned entry) const { return entries_[entry].waiters < merges_; }
    void attach(unsigned entry, Waiter waiter) { waiters_[entry * merges_ + entries_[entry].waiters++] = waiter; }

    void close(unsigned entry) {
        if (!entries_[entry].open) return;
        entries_[entry].open = false;
        table_.erase(entries_[entry].line);
    }
    void close_all() {
        for (unsigned entry = 0; entry < capacity(); ++entry)
            if (entries_[entry].used) close(entry);
    }
    void release(unsigned entry) {
        close(entry);
        entries_[entry].used = false;
        free_.push_back(entry);
    }

    std::uint64_t line(unsigned entry) const { return entries_[entry].line; }
    unsigned way(unsigned entry) const { return entries_[entry].way; }
    // What the owner said at allocate(): the cycle of the miss.
    std::uint64_t since(unsigned entry) const { return entries_[entry].since; }
    bool open(unsigned entry) const { return entries_[entry].open; }
    bool used(unsigned entry) const { return entries_[entry].used; }

    // The waiters in the order in which they were attached: `for (Payload* p : mshr.waiters(entry))`.
    struct Range {
        const Waiter *first, *last;
        const Waiter* begin() const { return first; }
        const Waiter* end() const { return last; }
        unsigned size() const { return static_cast<unsigned>(last - first); }
    };
    Range waiters(unsigned entry) const {
        const Waiter* first = waiters_.data() + entry * merges_;
        return {first, first + entries_[entry].waiters};
    }

private:
    struct Entry {
        std::uint64_t line = 0, since = 0;
        unsigned way = 0, waiters = 0;
        bool open = false, used = false;
    };
    unsigned merges_;
    LineTable table_;
    std::vector<Entry> entries_;
    std::vector<Waiter> waiters_;  // merges_ consecutive places per entry
    std::vector<unsigned> free_;
};

}  // namespace heddle
