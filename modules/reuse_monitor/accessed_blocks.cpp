#include "heddle/reuse_monitor/accessed_blocks.h"

namespace heddle {

Reuse AccessedBlocks::access(std::uint64_t block, std::uint32_t cta) {
    const unsigned found = index_.find(block, [this](unsigned entry) { return entries_[entry].block; });
    if (found == LineIndex::none) {
        add({block, cta});
        return Reuse::first_access;
    }
    const bool same = entries_[found].cta == cta;
    entries_[found].cta = cta;
    return same ? Reuse::same_cta : Reuse::other_cta;
}

void AccessedBlocks::clear() {
    entries_.clear();
    room_ = first_room;
    index_ = LineIndex(room_, 2);
}

void AccessedBlocks::add(const Entry& entry) {
    if (entries_.size() == room_) {
        room_ *= 2;
        index_ = LineIndex(room_, 2);
        for (unsigned i = 0; i < entries_.size(); ++i) index_.insert(entries_[i].block, i);
    }
    index_.insert(entry.block, static_cast<unsigned>(entries_.size()));
    entries_.push_back(entry);
}

}  // namespace heddle
