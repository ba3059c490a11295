// The outstanding reads of a request coalescer and the later reads that wait for the same bytes. Plain C++.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/payload_forward.h"
#include "heddle/cache/line_index.h"

namespace heddle {

// What has to be equal for two reads to be one. The bytes lie inside one line.
struct SharedRead {
    std::uint64_t address = 0;
    unsigned bytes = 0;
    unsigned group = 0;  // of the SMs that merge with each other

    bool operator==(const SharedRead& other) const {
        return address == other.address && bytes == other.bytes && group == other.group;
    }
};

// An entry is open until it has all its merged reads, its line is written, or its reply has come; then no read finds
// it any more. It is in use until release(). There is one open entry at most for a read, and any number of others.
class ReadTable {
public:
    static constexpr unsigned none = LineIndex::none;

    // `merges`: reads that an entry serves, the first included. With 1 there is nothing to allocate entries for.
    ReadTable(unsigned entries, unsigned merges);

    // The open entry for these bytes, or none.
    [[nodiscard]] unsigned find(const SharedRead& read) const;
    [[nodiscard]] bool full() const { return used_ == entries_.size(); }
    unsigned used() const { return used_; }
    bool in_use(unsigned entry) const { return entry < entries_.size() && entries_[entry].used; }

    // Only if not full() and find() says none.
    unsigned allocate(const SharedRead& read);
    // The entry is open. With its last one it is closed.
    void merge(unsigned entry, Payload* read);
    void close(unsigned entry);
    // Closes all open entries, of the line or altogether, and says how many there were.
    unsigned close_line(std::uint64_t line);
    unsigned close_all();
    void release(unsigned entry);

    // The reads merged with the first, in their order.
    unsigned merged(unsigned entry) const { return entries_[entry].merged; }
    Payload* merged(unsigned entry, unsigned place) const { return waiting_[first_place(entry) + place]; }

private:
    struct Entry {
        SharedRead read;
        unsigned merged = 0;
        unsigned next = none;  // open: the next open entry of its line; free: the next free one
        bool open = false, used = false;
    };
    static std::uint64_t line_of_read(const SharedRead& read);
    auto line_of_entry() const {
        return [this](unsigned entry) { return line_of_read(entries_[entry].read); };
    }
    unsigned first_of(std::uint64_t line) const { return index_.find(line, line_of_entry()); }
    std::size_t first_place(unsigned entry) const { return std::size_t{entry} * merges_; }

    const unsigned merges_;  // beside the first
    std::vector<Entry> entries_;
    std::vector<Payload*> waiting_;  // merges_ consecutive places per entry
    LineIndex index_;                // has the first open entry of each line
    unsigned first_free_ = 0, used_ = 0;
};

}  // namespace heddle
