// The inter-warp queues: lines that loads wait for, found by address so that loads of other warps can be merged with
// them (MECHANISMS 2.2.3). Plain C++.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/base/cycle.h"
#include "heddle/base/geometry.h"
#include "heddle/base/host_line.h"
#include "heddle/base/payload_forward.h"
#include "heddle/cache/set_index.h"
#include "heddle/lsu/coalescer.h"

namespace heddle {

// One load's share of a line.
struct LoadSlot {
    static constexpr std::uint16_t not_mapped = 0xFFFF;
    unsigned instruction = 0;  // a number of the caller's, not used here
    std::uint16_t warp = 0;
    std::uint16_t map_entry = not_mapped;  // in the thread map table
    LineGroup group;
};

class alignas(host_line_bytes) InterWarpQueues {
public:
    static constexpr unsigned none = ~0u;
    static constexpr unsigned max_slots = 8;  // of a tag
    // duplicated: the line has a tag already, but with all slots taken, and got a second one. no_slot: the same without
    // a free tag.
    enum class Result { merged, allocated, duplicated, no_tag, no_slot };

    struct Tag {
        std::uint64_t line = 0;
        std::uint32_t since = 0;  // the lower half of the cycle of allocation: no tag waits longer than that counts
        std::uint16_t lowest_warp = 0;
        std::uint16_t place = 0;    // in places_
        std::uint8_t count = 0;     // of slots
        bool bypass_l1 = false;     // such loads are merged only with each other
        Payload* source = nullptr;  // the first load's instruction, of which the request will be made
        unsigned waited(Cycle now) const { return static_cast<std::uint32_t>(now) - since; }
    };

    InterWarpQueues(unsigned queues, unsigned tags_per_queue, unsigned slots_per_tag);

    unsigned queue_of(std::uint64_t address) const { return fermi_set(address / line_bytes, 32) & (queues_ - 1); }
    Result insert(std::uint64_t address, bool bypass_l1, const LoadSlot& slot, Cycle now) {
        return insert_into(queue_of(address), bypass_l1, slot, address, nullptr, now);
    }
    // The same for a queue that is known from queue_of(address).
    Result insert_into(unsigned queue, bool bypass_l1, const LoadSlot& slot, std::uint64_t address, Payload* source,
                       Cycle now);
    // Called when the tag's line has gone to the L1. With `keep_slots` its loads can still be read until free_tag() is
    // called with the same index; the queues use another tag meanwhile.
    void release(unsigned tag, bool keep_slots = false) {
        places_[waiting_[tag].tag.place].key = no_key;
        if (!keep_slots) free_tag(tag);
        if (by_age_[first_].tag != tag) bring_forward(tag);
        if (++first_ == end_)
            first_ = end_ = 0;  // starts over at entries that are in the host's cache
        else if (first_ == tags_count_)
            move_to_front();
    }
    void free_tag(unsigned tag) { free_[free_count_++] = tag; }

    bool empty() const { return first_ == end_; }
    unsigned used() const { return end_ - first_; }
    unsigned most_used() const { return most_used_; }
    const Tag& tag(unsigned index) const { return waiting_[index].tag; }
    // The tag's loads, of which there are tag(index).count.
    const LoadSlot* slots(unsigned index) const { return waiting_[index].slots; }
    void prefetch_queue(unsigned queue) const { prefetch_host_line(&places_[queue * tags_per_queue_]); }
    // There has to be an oldest tag.
    void prefetch_oldest() const { prefetch_host_line(&tag(oldest())); }
    void prefetch_slot(unsigned index, unsigned slot) const { prefetch_host_line(&slots(index)[slot]); }
    // By age of allocation; merging does not renew it.
    unsigned oldest() const { return empty() ? none : by_age_[first_].tag; }
    // The source of the oldest tag, which has to exist; does not touch the tag.
    const Payload* source_of_oldest() const { return by_age_[first_].source; }
    // The tag with the lowest warp among its loads; of several, the oldest.
    unsigned of_lowest_warp() const;

private:
    // A tag with its first load fills one line of the host's cache; most tags have no more loads.
    struct alignas(host_line_bytes) Waiting {
        Tag tag;
        alignas(sizeof(LoadSlot)) LoadSlot slots[max_slots];
    };
    // An entry of a queue: the line with its tag, so that a lookup touches no tag but the one it finds.
    struct Place {
        std::uint64_t key = no_key;
        std::uint32_t tag = 0;
        std::uint8_t count = 0;  // as the tag's
    };
    // A tag in the order of age, with a copy of its source, so that both can be prefetched at the same time.
    struct Aged {
        std::uint32_t tag = 0;
        const Payload* source = nullptr;
    };
    static constexpr std::uint64_t no_key = ~std::uint64_t{0};  // the place is free
    static std::uint64_t key_of(std::uint64_t line, bool bypass_l1) { return line | std::uint64_t{bypass_l1}; }
    void add_tag();
    void bring_forward(unsigned tag);
    void move_to_front();
    unsigned take_free() {
        if (free_count_ == 0) add_tag();
        return free_[--free_count_];
    }
    // The places of a queue, as bits, that are free or have the key. Found without branches, which would be
    // mispredicted.
    struct Found {
        std::uint64_t free = 0, same = 0;
    };
    Found lookup(std::uint64_t key, const Place* places) const {
        Found found;
        for (unsigned place = 0; place < tags_per_queue_; ++place) {
            found.free |= std::uint64_t{places[place].key == no_key} << place;
            found.same |= std::uint64_t{places[place].key == key} << place;
        }
        return found;
    }
    // Copies field by field: the host stalls when it copies as a whole what it has just written in parts.
    static void put(LoadSlot& place, const LoadSlot& slot) {
        place.instruction = slot.instruction;
        place.warp = slot.warp;
        place.map_entry = slot.map_entry;
        place.group = slot.group;
    }
    void allocate(std::size_t place, std::uint64_t line, bool bypass_l1, Payload* source, const LoadSlot& slot,
                  Cycle now) {
        const unsigned index = take_free();
        places_[place] = {key_of(line, bypass_l1), index, 1};
        by_age_[end_++] = {index, source};
        most_used_ = std::max(most_used_, static_cast<std::uint16_t>(end_ - first_));
        Waiting& waiting = waiting_[index];
        waiting.tag = {
            line, static_cast<std::uint32_t>(now), slot.warp, static_cast<std::uint16_t>(place), 1, bypass_l1, source};
        put(waiting.slots[0], slot);
    }

    // What is used often fits one line of the host's cache. The queues share one stock of tags with their slots, of
    // which the last one freed is used first: so few of them are in use, on few lines of the host's cache.
    std::uint16_t first_ = 0, end_ = 0;  // tags in use: by_age_[first_ .. end_)
    std::uint16_t most_used_ = 0;        // at the same time so far
    const std::uint16_t tags_count_;
    const std::uint8_t queues_, tags_per_queue_, slots_per_tag_;
    std::uint32_t free_count_;
    HostLineArray<Aged> by_age_;   // twice as long as there are tags, so that it is seldom moved to its front
    HostLineArray<Place> places_;  // queue after queue
    std::vector<Waiting> waiting_;
    std::vector<std::uint32_t> free_;  // indices into waiting_; the first free_count_ are valid
};

inline InterWarpQueues::Result InterWarpQueues::insert_into(unsigned queue, bool bypass_l1, const LoadSlot& slot,
                                                            std::uint64_t address, Payload* source, Cycle now) {
    const std::uint64_t line = line_of(address);
    const std::size_t first = queue * tags_per_queue_;
    const Found found = lookup(key_of(line, bypass_l1), &places_[first]);
    for (std::uint64_t same = found.same; same; same &= same - 1) {
        Place& place = places_[first + static_cast<std::size_t>(__builtin_ctzll(same))];
        if (place.count == slots_per_tag_) continue;
        Waiting& waiting = waiting_[place.tag];
        put(waiting.slots[place.count++], slot);
        ++waiting.tag.count;
        waiting.tag.lowest_warp = std::min(waiting.tag.lowest_warp, slot.warp);
        return Result::merged;
    }
    if (!found.free) return found.same ? Result::no_slot : Result::no_tag;
    allocate(first + 63 - static_cast<std::size_t>(__builtin_clzll(found.free)), line, bypass_l1, source, slot, now);
    return found.same ? Result::duplicated : Result::allocated;
}

}  // namespace heddle
