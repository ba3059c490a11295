#include "heddle/icc_unit/merge_table.h"

#include <algorithm>

namespace heddle {

MergeTable::MergeTable(unsigned entries) : lines_(entries, no_line), entries_(entries) {}

unsigned MergeTable::find(std::uint64_t line) const {
    const auto found = std::find(lines_.begin(), lines_.end(), line);
    return found == lines_.end() ? none : static_cast<unsigned>(found - lines_.begin());
}

unsigned MergeTable::allocate(std::uint64_t line, unsigned sm, Cycle now) {
    const unsigned entry = find(no_line);
    lines_[entry] = line;
    entries_[entry].sm_list = std::uint64_t{1} << sm;
    entries_[entry].since = now;
    entries_[entry].passed_by_store = false;
    entries_[entry].closed = false;
    ++used_;
    return entry;
}

void MergeTable::merge(unsigned entry, const ClusterRequest& request) {
    entries_[entry].sm_list |= std::uint64_t{1} << request.core;
    entries_[entry].merged.push_back(request);
}

void MergeTable::close_all() {
    for (Entry& entry : entries_) entry.closed = true;
}

void MergeTable::release(unsigned entry) {
    lines_[entry] = no_line;
    entries_[entry].merged.clear();  // keeps its memory for the next line
    --used_;
}

}  // namespace heddle
