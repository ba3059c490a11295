#include "heddle/request_coalescer/read_table.h"

#include "heddle/base/geometry.h"

namespace heddle {

ReadTable::ReadTable(unsigned entries, unsigned merges)
    : merges_(merges - 1), entries_(entries), waiting_(std::size_t{entries} * merges_), index_(entries, 4) {
    for (unsigned entry = 0; entry < entries; ++entry) entries_[entry].next = entry + 1 < entries ? entry + 1 : none;
}

std::uint64_t ReadTable::line_of_read(const SharedRead& read) {
    return line_of(read.address);
}

unsigned ReadTable::find(const SharedRead& read) const {
    unsigned entry = first_of(line_of_read(read));
    while (entry != none && !(entries_[entry].read == read)) entry = entries_[entry].next;
    return entry;
}

// Behind the line's first entry, so that the index stays as it is.
unsigned ReadTable::allocate(const SharedRead& read) {
    const std::uint64_t line = line_of_read(read);
    const unsigned index = first_free_, first = first_of(line);
    Entry& entry = entries_[index];
    first_free_ = entry.next;
    ++used_;
    entry.read = read;
    entry.merged = 0;
    entry.open = entry.used = true;
    entry.next = none;
    if (first == none) {
        index_.insert(line, index);
    } else {
        entry.next = entries_[first].next;
        entries_[first].next = index;
    }
    return index;
}

void ReadTable::merge(unsigned entry, Payload* read) {
    waiting_[first_place(entry) + entries_[entry].merged++] = read;
    if (entries_[entry].merged == merges_) close(entry);
}

void ReadTable::close(unsigned entry) {
    if (!entries_[entry].open) return;
    entries_[entry].open = false;
    const std::uint64_t line = line_of_read(entries_[entry].read);
    const unsigned first = first_of(line), next = entries_[entry].next;
    if (first == entry) {
        index_.erase(entry, line_of_entry());
        if (next != none) index_.insert(line, next);
        return;
    }
    unsigned before = first;
    while (entries_[before].next != entry) before = entries_[before].next;
    entries_[before].next = next;
}

unsigned ReadTable::close_line(std::uint64_t line) {
    const unsigned first = used_ ? first_of(line) : none;
    if (first == none) return 0;
    index_.erase(first, line_of_entry());
    unsigned closed = 0;
    for (unsigned entry = first; entry != none; entry = entries_[entry].next, ++closed) entries_[entry].open = false;
    return closed;
}

unsigned ReadTable::close_all() {
    unsigned closed = 0;
    for (unsigned entry = 0; used_ && entry < entries_.size(); ++entry) {
        closed += entries_[entry].open;
        close(entry);
    }
    return closed;
}

void ReadTable::release(unsigned entry) {
    close(entry);
    entries_[entry].used = false;
    entries_[entry].next = first_free_;
    first_free_ = entry;
    --used_;
}

}  // namespace heddle
