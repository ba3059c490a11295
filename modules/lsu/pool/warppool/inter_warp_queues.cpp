#include "lsu/pool/warppool/inter_warp_queues.h"

#include <algorithm>

namespace heddle {

InterWarpQueues::InterWarpQueues(unsigned queues, unsigned tags_per_queue, unsigned slots_per_tag)
    : queues_(queues),
      tags_per_queue_(tags_per_queue),
      slots_per_tag_(slots_per_tag),
      tags_count_(queues * tags_per_queue),
      by_age_(make_host_line_array<std::uint16_t>(std::size_t{2} * tags_count_)),
      places_(make_host_line_array<std::uint16_t>(tags_count_)),
      tags_(make_host_line_array<Tag>(tags_count_)),
      slots_(make_host_line_array<LoadSlot>(std::size_t{tags_count_} * slots_per_tag)) {
    std::fill_n(&places_[0], tags_count_, no_tag);
    for (unsigned tag = 0; tag < tags_count_; ++tag) tags_[tag].place = static_cast<std::uint16_t>(tag + 1);
}

InterWarpQueues::Result InterWarpQueues::insert_into(unsigned queue, std::uint64_t address, bool bypass_l1,
                                                     const LoadSlot& slot, Cycle now) {
    const std::uint64_t line = line_of(address);
    const unsigned first = queue * tags_per_queue_;
    unsigned free_place = none;
    bool full_match = false;
    for (unsigned place = first; place < first + tags_per_queue_; ++place) {
        const unsigned index = places_[place];
        if (index == no_tag) {
            free_place = place;
            continue;
        }
        Tag& tag = tags_[index];
        if (tag.line != line || tag.bypass_l1 != bypass_l1) continue;
        if (tag.count < slots_per_tag_) {
            slots_[std::size_t{index} * slots_per_tag_ + tag.count++] = slot;
            tag.lowest_warp = std::min(tag.lowest_warp, slot.warp);
            return Result::merged;
        }
        full_match = true;
    }
    if (free_place == none) return full_match ? Result::no_slot : Result::no_tag;
    const unsigned index = free_;
    free_ = tags_[index].place;
    places_[free_place] = by_age_[end_++] = static_cast<std::uint16_t>(index);
    tags_[index] = {line,     static_cast<std::uint32_t>(now), slot.warp, static_cast<std::uint16_t>(free_place), 1,
                    bypass_l1};
    slots_[std::size_t{index} * slots_per_tag_] = slot;
    return full_match ? Result::duplicated : Result::allocated;
}

void InterWarpQueues::release(unsigned index) {
    places_[tags_[index].place] = no_tag;
    tags_[index].place = static_cast<std::uint16_t>(free_);
    free_ = index;
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
