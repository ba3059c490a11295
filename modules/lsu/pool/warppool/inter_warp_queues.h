// Lines that loads wait for, found by address so that loads of other warps can join (MECHANISMS 2.2.3). Plain C++.
#pragma once

#include <cstdint>

#include "base/cycle.h"
#include "base/gpu_access.h"
#include "base/host_line.h"
#include "cache/set_index.h"
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

    struct Tag {
        std::uint64_t line = 0;
        std::uint32_t since = 0;  // the cycle's lower half: no tag waits that long
        std::uint16_t lowest_warp = 0;
        std::uint16_t place = 0;  // in places_; of a free tag: the next free one
        std::uint8_t count = 0;   // of slots
        bool bypass_l1 = false;   // such loads join only their own kind
        unsigned waited(Cycle now) const { return static_cast<std::uint32_t>(now) - since; }
    };

    InterWarpQueues(unsigned queues, unsigned tags_per_queue, unsigned slots_per_tag);

    unsigned queue_of(std::uint64_t address) const { return fermi_set(address / line_bytes, 32) & (queues_ - 1); }
    Result insert(std::uint64_t address, bool bypass_l1, const LoadSlot& slot, Cycle now) {
        return insert_into(queue_of(address), address, bypass_l1, slot, now);
    }
    // For whoever has asked queue_of(address) before.
    Result insert_into(unsigned queue, std::uint64_t address, bool bypass_l1, const LoadSlot& slot, Cycle now);
    void release(unsigned tag);

    bool empty() const { return first_ == end_; }
    unsigned used() const { return end_ - first_; }
    const Tag& tag(unsigned index) const { return tags_[index]; }
    // Its loads, the first of tag(index).count.
    const LoadSlot* slots(unsigned index) const { return &slots_[std::size_t{index} * slots_per_tag_]; }
    // By age of allocation; merging does not renew it.
    unsigned oldest() const { return empty() ? none : by_age_[first_]; }
    // The tag with the lowest warp among its loads, the older one of two.
    unsigned of_lowest_warp() const;

private:
    static constexpr std::uint16_t no_tag = 0xFFFF;

    // A queue's places say which tags are in it. Tags and their slots are taken from all alike, the last one freed
    // first: those in use are few, and so are the lines of the host's cache they fill.
    unsigned first_ = 0, end_ = 0;  // tags in use: by_age_[first_ .. end_)
    const unsigned queues_, tags_per_queue_, slots_per_tag_, tags_count_;
    unsigned free_ = 0;                    // the first free tag
    HostLineArray<std::uint16_t> by_age_;  // twice as long as there are tags: seldom moved to its front
    HostLineArray<std::uint16_t> places_;  // queue after queue
    HostLineArray<Tag> tags_;
    HostLineArray<LoadSlot> slots_;
};

}  // namespace heddle
