// What a read finds in a cache that is never written: tags and MSHR, and what keeps the read from being served.
// Plain C++.
#pragma once

#include <cstdint>

#include "heddle/base/cycle.h"
#include "heddle/base/payload_forward.h"
#include "heddle/cache/mshr.h"
#include "heddle/cache/outcome.h"
#include "heddle/cache/tag_array.h"
#include "heddle/read_only_cache/read_only_cache_parameters.h"

namespace heddle {

class ReadOnlyLookup {
public:
    static constexpr unsigned none = TagArray::none;

    struct Found {
        CacheOutcome outcome = CacheOutcome::reservation_fail;
        StallCause stall = StallCause::none;  // of a reservation_fail
        unsigned way = none;                  // of a hit
        unsigned entry = none;                // of a hit_reserved
    };
    struct Fetch {
        unsigned entry;
        bool evicted;
    };
    struct Installed {
        unsigned way = none;
        bool kept = false;  // the way has the line now
    };

    explicit ReadOnlyLookup(const ReadOnlyCacheParameters& parameters)
        : tags_(parameters.sets(), parameters.ways), mshr_(parameters.mshr_entries, parameters.mshr_merges) {}

    // Changes nothing.
    Found find(std::uint64_t line, bool miss_queue_full) const {
        Found found;
        const unsigned way = tags_.find(line);
        if (way != none && tags_.valid(way)) {
            found.outcome = CacheOutcome::hit;
            found.way = way;
            return found;
        }
        found.entry = mshr_.find(line);
        if (found.entry != none) {
            if (mshr_.can_attach(found.entry))
                found.outcome = CacheOutcome::hit_reserved;
            else
                found.stall = StallCause::mshr_merge_full;
            return found;
        }
        found.stall = mshr_.full()                               ? StallCause::mshr_full
                      : miss_queue_full                          ? StallCause::miss_queue_full
                      : tags_.victim(tags_.set_of(line)) == none ? StallCause::no_replaceable_way
                                                                 : StallCause::none;
        if (found.stall == StallCause::none) found.outcome = CacheOutcome::miss;
        return found;
    }
    void hit(unsigned way) { tags_.touch(way); }
    void merge(unsigned entry, Payload* waiter) { mshr_.attach(entry, waiter); }
    // After find() has said `miss`.
    Fetch miss(std::uint64_t line, Payload* waiter, Cycle now) {
        const TagArray::Reservation reserved = tags_.reserve(line);
        const unsigned entry = mshr_.allocate(line, reserved.way, now);
        mshr_.attach(entry, waiter);
        return {entry, reserved.displaced};
    }
    // The line of the entry has arrived, or memory has refused it. The waiters have been served.
    Installed install(unsigned entry, bool failed) {
        const unsigned way = mshr_.way(entry);
        const bool kept = !failed && !tags_.orphaned(way);
        if (kept)
            tags_.fill(way, tags_.all_sectors());
        else
            tags_.release(way);
        mshr_.release(entry);
        return {way, kept};
    }
    // A kernel starts: nothing is kept, and no later read shares what is in flight.
    void drop_all() {
        tags_.invalidate_all();
        mshr_.close_all();
    }
    // For blocking and debug accesses: the way that holds the line, or none.
    unsigned way_with(std::uint64_t line) const {
        const unsigned way = tags_.find(line);
        return way != none && tags_.valid(way) ? way : none;
    }
    // Memory has been changed around the cache.
    void drop_line(std::uint64_t line) {
        const unsigned entry = mshr_.find(line);
        if (entry != none) mshr_.close(entry);
        const unsigned way = tags_.find(line);
        if (way == none) return;
        if (tags_.valid(way))
            tags_.invalidate(way);
        else
            tags_.orphan(way);
    }
    const Mshr<Payload*>& mshr() const { return mshr_; }

private:
    TagArray tags_;
    Mshr<Payload*> mshr_;
};

}  // namespace heddle
