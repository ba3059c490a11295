// Lines that loads wait for, found by address so that loads of other warps can join (MECHANISMS 2.2.3). Plain C++.
#pragma once

#include <cstdint>
#include <vector>

#include "base/cycle.h"
#include "lsu/coalescer.h"

namespace heddle {

// One load's share of a line.
struct LoadSlot {
    static constexpr std::uint16_t not_mapped = 0xFFFF;
    unsigned instruction = 0;  // whoever inserts it knows what this is
    std::uint16_t warp = 0;
    std::uint16_t map_entry = not_mapped;  // in the thread map table
    LineGroup group;
};

class InterWarpQueues {
public:
    static constexpr unsigned none = ~0u;
    // duplicated: the line stands there already, with all slots taken, and got a second tag. No slot: the same without
    // a free tag.
    enum class Result { merged, allocated, duplicated, no_tag, no_slot };

    // The loads stand apart, so that the tags of a queue fill few lines of the host's cache.
    struct Tag {
        std::uint64_t line = 0;
        bool bypass_l1 = false;  // such loads join only their own kind
        unsigned count = 0;      // of slots; 0: free
        unsigned lowest_warp = 0;
        Cycle since = 0;
        unsigned older = none, younger = none;
    };

    InterWarpQueues(unsigned queues, unsigned tags_per_queue, unsigned slots_per_tag);

    unsigned queue_of(std::uint64_t address) const;
    Result insert(std::uint64_t address, bool bypass_l1, const LoadSlot& slot, Cycle now);
    void release(unsigned tag);

    bool empty() const { return used_ == 0; }
    unsigned used() const { return used_; }
    const Tag& tag(unsigned index) const { return tags_[index]; }
    // Its loads, the first of tag(index).count.
    const LoadSlot* slots(unsigned index) const { return &slots_[std::size_t{index} * slots_per_tag_]; }
    // By age of allocation; merging does not renew it.
    unsigned oldest() const { return oldest_; }
    // The tag with the lowest warp among its loads, the older one of two.
    unsigned of_lowest_warp() const;

private:
    void allocate(unsigned tag, std::uint64_t line, bool bypass_l1, Cycle now);
    void join(unsigned tag, const LoadSlot& slot);

    const unsigned queues_, tags_per_queue_, slots_per_tag_;
    std::vector<Tag> tags_;  // queue after queue
    std::vector<LoadSlot> slots_;
    unsigned oldest_ = none, youngest_ = none, used_ = 0;
};

}  // namespace heddle
