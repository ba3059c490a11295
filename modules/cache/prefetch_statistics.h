// What a cache counts of prefetches (MECHANISMS 4.12), if the kernels have any.
#pragma once

#include "heddle/base/counter.h"
#include "heddle/cache/prefetch_tracker.h"

namespace heddle {

struct PrefetchStatistics {
    explicit PrefetchStatistics(Block& owner)
        : prefetches(owner, "prefetches", "requests", "prefetches that looked the cache up; no accesses beside"),
          issued(owner, "prefetches_issued", "requests", "of these: asked the L2 for a line or sectors"),
          useful(owner, "prefetches_useful", "lines", "lines of them that a load found, there or in flight"),
          unused(owner, "prefetches_unused", "lines", "lines of them that were gone before") {}

    void look_up(bool issues) {
        ++prefetches;
        if (issues) ++issued;
    }
    // A load that finds a part of the line, there or in flight.
    void load(std::uint64_t line) {
        if (tracker.found(line)) ++useful;
    }
    void settle() { unused += tracker.take_unused(); }

    Counter prefetches, issued, useful, unused;
    PrefetchTracker tracker;
};

}  // namespace heddle
