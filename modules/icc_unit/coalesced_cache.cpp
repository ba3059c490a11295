#include "icc_unit/coalesced_cache.h"

#include <algorithm>
#include <cstring>

namespace heddle {

CoalescedCache::Entry* CoalescedCache::find(std::uint64_t line) {
    for (Entry& entry : entries_)
        if (entry.valid && entry.line == line) return &entry;
    return nullptr;
}

const std::uint8_t* CoalescedCache::look_up(std::uint64_t line) {
    Entry* entry = find(line);
    if (!entry) return nullptr;
    entry->last_use = ++uses_;
    return entry->bytes.data();
}

bool CoalescedCache::insert(std::uint64_t line, const std::uint8_t* bytes) {
    Entry* entry = find(line);
    // Without the line, the one used longest ago goes, a free entry before any other.
    if (!entry)
        entry = &*std::min_element(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
            return a.valid != b.valid ? b.valid : a.last_use < b.last_use;
        });
    const bool evicts = entry->valid && entry->line != line;
    used_ += !entry->valid;
    entry->valid = true;
    entry->line = line;
    entry->last_use = ++uses_;
    std::memcpy(entry->bytes.data(), bytes, line_size);
    return evicts;
}

bool CoalescedCache::drop(std::uint64_t line) {
    Entry* entry = find(line);
    if (!entry) return false;
    entry->valid = false;
    --used_;
    return true;
}

unsigned CoalescedCache::drop_all() {
    const unsigned dropped = used_;
    for (Entry& entry : entries_) entry.valid = false;
    used_ = 0;
    return dropped;
}

}  // namespace heddle
