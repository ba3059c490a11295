// Stalls of the request at the head of Q1. One that has to wait is counted once, with the cause it met first, and so
// are its cycles.
#pragma once

#include <utility>

#include "heddle/base/counter.h"
#include "heddle/base/cycle.h"
#include "heddle/cache/outcome.h"

namespace heddle {

class HeadStalls {
public:
    explicit HeadStalls(Block& node) : owner_(node) {}

    bool stalled() const { return since_ != never; }
    void stall(StallCause cause, Cycle now) {
        if (stalled()) return;
        since_ = now;
        cause_ = of(cause);
        ++*cause_.fails;
    }
    void end(Cycle now) {
        settle(now);
        since_ = never;
    }
    // Brings the counters up to now; to be called before they are read.
    void settle(Cycle now) {
        if (!stalled() || since_ > now) return;
        const Cycle cycles = now - std::exchange(since_, now);
        stall_cycles += cycles;
        *cause_.cycles += cycles;
    }

private:
    struct Cause {
        Counter *fails, *cycles;
    };
    Cause of(StallCause cause) {
        switch (cause) {
            case StallCause::mshr_full:
                return {&fails_mshr_full, &mshr_stall_cycles};
            case StallCause::mshr_merge_full:
                return {&fails_merge_full, &merge_stall_cycles};
            case StallCause::no_replaceable_way:
                return {&fails_no_way, &way_stall_cycles};
            case StallCause::miss_queue_full:
                return {&fails_miss_queue, &miss_queue_stall_cycles};
            case StallCause::miss_port_busy:
                return {&fails_port, &port_stall_cycles};
            default:
                return {&fails_reply_queue, &reply_queue_stall_cycles};
        }
    }

    Block& owner_;
    Cycle since_ = never;
    Cause cause_{nullptr, nullptr};

public:
    Counter fails_mshr_full{owner_, "fails_mshr_full", "requests", "loads that had to wait for a free MSHR entry"};
    Counter fails_merge_full{owner_, "fails_merge_full", "requests",
                             "loads that had to wait: merge limit of the entry"};
    Counter fails_no_way{owner_, "fails_no_way", "requests", "loads that had to wait: all ways of the set reserved"};
    Counter fails_miss_queue{owner_, "fails_miss_queue", "requests", "requests that had to wait for Q3"};
    Counter fails_reply_queue{owner_, "fails_reply_queue", "requests",
                              "requests that had to wait: hits that Q2 has no room for fill the pipeline"};
    Counter fails_port{owner_, "fails_port", "requests", "requests that had to wait: a fill used the cache"};
    Counter stall_cycles{owner_, "stall_cycles", "cycles", "the request at the head could not be served"};
    Counter mshr_stall_cycles{owner_, "mshr_stall_cycles", "cycles", "of these: it had met a full MSHR"};
    Counter merge_stall_cycles{owner_, "merge_stall_cycles", "cycles", "of these: the merge limit of the entry"};
    Counter way_stall_cycles{owner_, "way_stall_cycles", "cycles", "of these: a set whose ways are all reserved"};
    Counter miss_queue_stall_cycles{owner_, "miss_queue_stall_cycles", "cycles", "of these: a full Q3"};
    Counter reply_queue_stall_cycles{owner_, "reply_queue_stall_cycles", "cycles", "of these: a full pipeline of hits"};
    Counter port_stall_cycles{owner_, "port_stall_cycles", "cycles", "of these: a fill that used the cache"};
};

}  // namespace heddle
