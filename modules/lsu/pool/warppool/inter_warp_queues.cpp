#include "lsu/pool/warppool/inter_warp_queues.h"

#include <algorithm>

namespace heddle {

InterWarpQueues::InterWarpQueues(unsigned queues, unsigned tags_per_queue, unsigned slots_per_tag)
    : queues_(queues),
      tags_per_queue_(tags_per_queue),
      slots_per_tag_(slots_per_tag),
      tags_count_(queues * tags_per_queue),
      by_age_(make_host_line_array<std::uint16_t>(std::size_t{2} * tags_count_)),
      tags_(make_host_line_array<Tag>(tags_count_)),
      slots_(make_host_line_array<LoadSlot>(std::size_t{tags_count_} * slots_per_tag)) {}

InterWarpQueues::Result InterWarpQueues::insert_into(unsigned queue, std::uint64_t address, bool bypass_l1,
                                                     const LoadSlot& slot, Cycle now) {
    const std::uint64_t line = line_of(address);
    const unsigned first = queue * tags_per_queue_;
    unsigned free_tag = none;
    bool full_match = false;
    for (unsigned index = first + tags_per_queue_; index-- > first;) {
        Tag& tag = tags_[index];
        if (tag.count == 0) {
            free_tag = index;
        } else if (tag.line == line && tag.bypass_l1 == bypass_l1) {
            if (tag.count < slots_per_tag_) {
                slots_[std::size_t{index} * slots_per_tag_ + tag.count++] = slot;
                tag.lowest_warp = std::min(tag.lowest_warp, slot.warp);
                return Result::merged;
            }
            full_match = true;
        }
    }
    if (free_tag == none) return full_match ? Result::no_slot : Result::no_tag;
    tags_[free_tag] = {line, static_cast<std::uint32_t>(now), slot.warp, 1, bypass_l1};
    slots_[std::size_t{free_tag} * slots_per_tag_] = slot;
    by_age_[end_++] = static_cast<std::uint16_t>(free_tag);
    return full_match ? Result::duplicated : Result::allocated;
}

void InterWarpQueues::release(unsigned index) {
    tags_[index].count = 0;
    std::uint16_t* oldest = &by_age_[first_];
    if (*oldest != index) {
        std::uint16_t* place = std::find(oldest, &by_age_[end_], index);
        std::move_backward(oldest, place, place + 1);
    }
    if (++first_ == end_) {
        first_ = end_ = 0;  // starts over where the host has it in its cache
    } else if (first_ == tags_count_) {
        std::copy(&by_age_[first_], &by_age_[end_], &by_age_[0]);
        end_ -= first_;
        first_ = 0;
    }
}

unsigned InterWarpQueues::of_lowest_warp() const {
    unsigned best = oldest();
    for (unsigned place = first_; place < end_; ++place)
        if (tags_[by_age_[place]].lowest_warp < tags_[best].lowest_warp) best = by_age_[place];
    return best;
}

}  // namespace heddle
