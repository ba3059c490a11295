#include "lsu/pool/warppool/inter_warp_queues.h"

#include <algorithm>

#include "base/gpu_access.h"
#include "cache/set_index.h"

namespace heddle {

InterWarpQueues::InterWarpQueues(unsigned queues, unsigned tags_per_queue, unsigned slots_per_tag)
    : queues_(queues),
      tags_per_queue_(tags_per_queue),
      slots_per_tag_(slots_per_tag),
      tags_(std::size_t{queues} * tags_per_queue),
      slots_(tags_.size() * slots_per_tag) {}

unsigned InterWarpQueues::queue_of(std::uint64_t address) const {
    return fermi_set(address / line_bytes, 32) & (queues_ - 1);
}

InterWarpQueues::Result InterWarpQueues::insert(std::uint64_t address, bool bypass_l1, const LoadSlot& slot,
                                                Cycle now) {
    const std::uint64_t line = line_of(address);
    const unsigned first = queue_of(address) * tags_per_queue_;
    unsigned free_tag = none;
    bool full_match = false;
    for (unsigned index = first; index < first + tags_per_queue_; ++index) {
        Tag& tag = tags_[index];
        if (tag.count == 0) {
            free_tag = std::min(free_tag, index);
        } else if (tag.line == line && tag.bypass_l1 == bypass_l1) {
            if (tag.count < slots_per_tag_) {
                join(index, slot);
                return Result::merged;
            }
            full_match = true;
        }
    }
    if (free_tag == none) return full_match ? Result::no_slot : Result::no_tag;
    allocate(free_tag, line, bypass_l1, now);
    join(free_tag, slot);
    return full_match ? Result::duplicated : Result::allocated;
}

void InterWarpQueues::allocate(unsigned index, std::uint64_t line, bool bypass_l1, Cycle now) {
    Tag& tag = tags_[index];
    tag.line = line;
    tag.bypass_l1 = bypass_l1;
    tag.lowest_warp = ~0u;
    tag.since = now;
    tag.older = youngest_;
    tag.younger = none;
    if (youngest_ != none) tags_[youngest_].younger = index;
    youngest_ = index;
    if (oldest_ == none) oldest_ = index;
    ++used_;
}

void InterWarpQueues::join(unsigned index, const LoadSlot& slot) {
    Tag& tag = tags_[index];
    slots_[std::size_t{index} * slots_per_tag_ + tag.count++] = slot;
    tag.lowest_warp = std::min<unsigned>(tag.lowest_warp, slot.warp);
}

void InterWarpQueues::release(unsigned index) {
    Tag& tag = tags_[index];
    tag.count = 0;
    (tag.older == none ? oldest_ : tags_[tag.older].younger) = tag.younger;
    (tag.younger == none ? youngest_ : tags_[tag.younger].older) = tag.older;
    --used_;
}

unsigned InterWarpQueues::of_lowest_warp() const {
    unsigned best = oldest_;
    for (unsigned index = oldest_; index != none; index = tags_[index].younger)
        if (tags_[index].lowest_warp < tags_[best].lowest_warp) best = index;
    return best;
}

}  // namespace heddle
