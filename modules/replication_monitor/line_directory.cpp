#include "heddle/replication_monitor/line_directory.h"

#include <algorithm>

namespace heddle {

LineDirectory::LineDirectory(unsigned caches)
    : words_((caches + 63) / 64),
      index_(room_, 2),
      lines_of_(caches, 0),
      lines_with_(caches + 1, 0),
      emptied_(words_, 0) {}

bool LineDirectory::held_elsewhere(unsigned cache, std::uint64_t line) const {
    const unsigned entry = find(line);
    if (entry == LineIndex::none) return false;
    return entries_[entry].copies > (holders(entry, cache) & bit(cache) ? 1u : 0u);
}

unsigned LineDirectory::copies_of(std::uint64_t line) const {
    const unsigned entry = find(line);
    return entry == LineIndex::none ? 0 : entries_[entry].copies;
}

// At the start of a kernel all caches drop everything: their lines are looked through once for neighbours in the list.
void LineDirectory::end_cycle() {
    for (std::size_t i = 0; i < changes_.size(); ++i) {
        const Reported& reported = changes_[i];
        if (reported.change == Change::install) {
            add_copy(reported.cache, reported.line);
        } else if (reported.change == Change::drop) {
            const unsigned entry = find(reported.line);
            if (entry != LineIndex::none) remove_copy(reported.cache, entry);
        } else {
            emptied_[reported.cache / 64] |= bit(reported.cache);
            if (i + 1 < changes_.size() && changes_[i + 1].change == Change::drop_all) continue;
            remove_all(emptied_.data());
            std::fill(emptied_.begin(), emptied_.end(), 0);
        }
    }
    changes_.clear();
}

void LineDirectory::add_copy(unsigned cache, std::uint64_t line) {
    unsigned entry = find(line);
    if (entry == LineIndex::none) entry = new_entry(line);
    if (holders(entry, cache) & bit(cache)) return;
    holders(entry, cache) |= bit(cache);
    ++lines_of_[cache];
    const unsigned before = entries_[entry].copies++;
    count(before, before + 1);
}

void LineDirectory::remove_copy(unsigned cache, unsigned entry) {
    if (!(holders(entry, cache) & bit(cache))) return;
    holders(entry, cache) &= ~bit(cache);
    --lines_of_[cache];
    const unsigned after = --entries_[entry].copies;
    count(after + 1, after);
    if (after) return;
    index_.erase(entry, [this](unsigned other) { return entries_[other].line; });
    free_.push_back(entry);
}

void LineDirectory::remove_all(const std::uint64_t* caches) {
    for (unsigned entry = 0; entry < entries_.size(); ++entry)
        for (unsigned word = 0; word < words_; ++word)
            for (std::uint64_t held = holders_[std::size_t{entry} * words_ + word] & caches[word]; held;
                 held &= held - 1)
                remove_copy(word * 64 + static_cast<unsigned>(__builtin_ctzll(held)), entry);
}

// A line has got or lost a copy.
void LineDirectory::count(unsigned before, unsigned after) {
    if (before) --lines_with_[before];
    if (after) ++lines_with_[after];
    if (!before) ++lines_;
    if (!after) --lines_;
    copies_ = copies_ + after - before;
    most_copies_ = std::max(most_copies_, after);
    while (most_copies_ && !lines_with_[most_copies_]) --most_copies_;
}

unsigned LineDirectory::new_entry(std::uint64_t line) {
    if (free_.empty()) {
        if (entries_.size() == room_) grow();
        free_.push_back(static_cast<unsigned>(entries_.size()));
        entries_.push_back({0, 0});
        holders_.resize(holders_.size() + words_, 0);
    }
    const unsigned entry = free_.back();
    free_.pop_back();
    entries_[entry].line = line;
    index_.insert(line, entry);
    return entry;
}

// Only when no entry is free, so all of them have a line.
void LineDirectory::grow() {
    room_ *= 2;
    index_ = LineIndex(room_, 2);
    for (unsigned entry = 0; entry < entries_.size(); ++entry) index_.insert(entries_[entry].line, entry);
}

}  // namespace heddle
