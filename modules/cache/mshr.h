// Miss status holding registers: the lines that are being fetched and the requests that wait for them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <vector>

#include "heddle/base/host_line.h"
#include "heddle/cache/line_index.h"

namespace heddle {

// There is one entry per outstanding line, with up to `merges_per_entry` waiting requests (the first miss counts). The
// owner knows an entry by its index until release(): the fill request carries it. close() ends merging but not the
// entry: after a store to the line, later loads must not share the older data that is in flight. A new entry for the
// line may then be allocated beside the closed one.
template <class Waiter>
class Mshr {
public:
    static constexpr unsigned none = LineIndex::none;

    // The index of lines is left out for an owner that does not need find() because its tags know the entry.
    Mshr(unsigned entries, unsigned merges_per_entry, bool with_find = true)
        : merges_(merges_per_entry),
          capacity_(entries),
          index_(with_find ? std::make_unique<LineIndex>(entries, 4) : nullptr),
          entries_(make_host_line_array<Entry>(entries)) {
        for (unsigned entry = 0; entry < entries; ++entry)
            entries_[entry].next = entry + 1 < entries ? entry + 1 : none;
    }

    unsigned capacity() const { return capacity_; }
    unsigned count() const { return count_; }
    bool full() const { return count_ == capacity_; }
    bool empty() const { return count_ == 0; }

    // The open entry of the line, or none.
    unsigned find(std::uint64_t line) const { return index_->find(line, line_of()); }

    // Only if not full() and no open entry of the line exists. Entries that one response fills can be chained: `next`
    // is the entry behind this one.
    unsigned allocate(std::uint64_t line, unsigned way, std::uint64_t since = 0, unsigned next = none) {
        const unsigned index = first_free_;
        Entry& entry = entries_[index];
        first_free_ = entry.next;
        ++count_;
        entry.line = line;
        entry.since = since;
        entry.way = way;
        entry.next = next;
        entry.waiters = 0;
        entry.open = entry.used = true;
        if (index_) index_->insert(line, index);
        return index;
    }
    bool can_attach(unsigned entry) const { return entries_[entry].waiters < merges_; }
    void attach(unsigned index, Waiter waiter) {
        Entry& entry = entries_[index];
        const unsigned place = entry.waiters++;
        if (place > entry.room) make_room(entry);
        (place ? entry.others[place - 1] : entry.first) = waiter;
    }

    // Calls stays(waiter) for each waiting request, in order; those for which it returns false leave the entry.
    template <class Stays>
    void filter(unsigned index, Stays stays) {
        Entry& entry = entries_[index];
        const auto at = [&](unsigned place) -> Waiter& { return place ? entry.others[place - 1] : entry.first; };
        unsigned left = 0;
        for (unsigned place = 0; place < entry.waiters; ++place)
            if (stays(at(place))) at(left++) = at(place);
        entry.waiters = left;
    }

    // For the host's cache, when the entry will be read soon.
    void prefetch(unsigned entry) const { prefetch_host_line(&entries_[entry]); }

    void close(unsigned entry) {
        if (!entries_[entry].open) return;
        entries_[entry].open = false;
        if (index_) index_->erase(entry, line_of());
    }
    void close_all() {
        for (unsigned entry = 0; entry < capacity(); ++entry)
            if (entries_[entry].used) close(entry);
    }
    void release(unsigned entry) {
        close(entry);
        entries_[entry].used = false;
        entries_[entry].next = first_free_;
        first_free_ = entry;
        --count_;
    }

    std::uint64_t line(unsigned entry) const { return entries_[entry].line; }
    unsigned way(unsigned entry) const { return entries_[entry].way; }
    // The cycle of the miss, as given to allocate().
    std::uint64_t since(unsigned entry) const { return entries_[entry].since; }
    bool open(unsigned entry) const { return entries_[entry].open; }
    bool used(unsigned entry) const { return entries_[entry].used; }

    unsigned next(unsigned entry) const { return entries_[entry].next; }

    // The waiting requests in the order in which they were attached: `for (Payload* p : mshr.waiters(entry))`.
    class Range {
    public:
        class Iterator {
        public:
            using iterator_category = std::forward_iterator_tag;
            using value_type = Waiter;
            using difference_type = std::ptrdiff_t;
            using pointer = const Waiter*;
            using reference = const Waiter&;
            Iterator(const Range& range, unsigned place) : range_(&range), place_(place) {}
            const Waiter& operator*() const { return range_->mshr_->waiter(range_->entry_, place_); }
            const Waiter* operator->() const { return &**this; }
            Iterator& operator++() {
                ++place_;
                return *this;
            }
            Iterator operator++(int) { return Iterator(*range_, place_++); }
            bool operator==(const Iterator& other) const { return place_ == other.place_; }
            bool operator!=(const Iterator& other) const { return place_ != other.place_; }

        private:
            const Range* range_;
            unsigned place_;
        };
        Range(const Mshr& mshr, unsigned entry) : mshr_(&mshr), entry_(entry) {}
        Iterator begin() const { return Iterator(*this, 0); }
        Iterator end() const { return Iterator(*this, size()); }
        unsigned size() const { return mshr_->entries_[entry_].waiters; }
        const Waiter& operator[](unsigned place) const { return mshr_->waiter(entry_, place); }

    private:
        const Mshr* mshr_;
        unsigned entry_;
    };
    Range waiters(unsigned entry) const { return Range(*this, entry); }
    const Waiter& first_waiter(unsigned entry) const { return entries_[entry].first; }

private:
    // The first waiting request is stored in the entry, so that a miss without merges touches one host line.
    struct alignas(host_line_bytes) Entry {
        std::uint64_t line = 0, since = 0;
        unsigned way = 0, next = none;  // next: entry of its chain, or free entry
        unsigned waiters = 0;
        unsigned room = 0;  // of others
        bool open = false, used = false;
        Waiter* others = nullptr;  // all but the first
        Waiter first{};
    };
    auto line_of() const {
        return [entries = entries_.get()](unsigned entry) { return entries[entry].line; };
    }
    const Waiter& waiter(unsigned entry, unsigned place) const {
        return place ? entries_[entry].others[place - 1] : entries_[entry].first;
    }
    // An entry gets storage for merged requests when it first needs it, and keeps it: most entries never merge as many
    // as they may.
    void make_room(Entry& entry) {
        const unsigned room = entry.room ? 2 * entry.room : 4;
        blocks_.push_back(std::make_unique<Waiter[]>(room));
        std::copy_n(entry.others, entry.room, blocks_.back().get());
        entry.others = blocks_.back().get();
        entry.room = room;
    }

    unsigned merges_, capacity_, count_ = 0, first_free_ = 0;
    std::unique_ptr<LineIndex> index_;
    HostLineArray<Entry> entries_;
    std::vector<std::unique_ptr<Waiter[]>> blocks_;  // storage of the entries' others, outgrown ones included
};

}  // namespace heddle
