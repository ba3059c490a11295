#include "heddle/lsu/pool/warppool/inter_warp_queues.h"

#include <algorithm>

namespace heddle {

InterWarpQueues::InterWarpQueues(unsigned queues, unsigned tags_per_queue, unsigned slots_per_tag)
    : tags_count_(static_cast<std::uint16_t>(queues * tags_per_queue)),
      queues_(static_cast<std::uint8_t>(queues)),
      tags_per_queue_(static_cast<std::uint8_t>(tags_per_queue)),
      slots_per_tag_(static_cast<std::uint8_t>(slots_per_tag)),
      free_count_(tags_count_),
      by_age_(make_host_line_array<Aged>(std::size_t{2} * tags_count_)),
      places_(make_host_line_array<Place>(tags_count_)),
      waiting_(tags_count_),
      free_(tags_count_) {
    for (unsigned tag = 0; tag < tags_count_; ++tag) free_[tag] = tags_count_ - 1 - tag;
}

// Called when so many tags keep their slots that none is free.
[[gnu::cold]] void InterWarpQueues::add_tag() {
    free_[free_count_++] = static_cast<std::uint32_t>(waiting_.size());
    waiting_.emplace_back();
    free_.resize(waiting_.size());
}

// Makes the tag the first in the order of age; the older ones keep their order.
void InterWarpQueues::bring_forward(unsigned index) {
    Aged* first = &by_age_[first_];
    Aged* found = std::find_if(first, &by_age_[end_], [&](const Aged& aged) { return aged.tag == index; });
    std::rotate(first, found, found + 1);
}

[[gnu::cold]] void InterWarpQueues::move_to_front() {
    std::copy(&by_age_[first_], &by_age_[end_], &by_age_[0]);
    end_ = static_cast<std::uint16_t>(end_ - first_);
    first_ = 0;
}

unsigned InterWarpQueues::of_lowest_warp() const {
    unsigned best = oldest();
    for (unsigned place = first_; place < end_; ++place)
        if (tag(by_age_[place].tag).lowest_warp < tag(best).lowest_warp) best = by_age_[place].tag;
    return best;
}

}  // namespace heddle
