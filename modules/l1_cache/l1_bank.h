// What each bank of the L1 has for itself: its way in, its answers, and what holds up the request at its head.
#pragma once

#include <string>

#include "base/at_in.h"
#include "base/counter.h"
#include "cache/outcome.h"
#include "cache/sectors.h"
#include "l1_cache/l1_cache_parameters.h"

namespace heddle {

// What the request at the head is and finds: of a load the blocks (lines, or sectors) that are there, on their way, and
// neither. Nothing can change it but what happens to its own line.
struct L1Head {
    // answered_here: moves no bytes, or is no request that can be served.
    enum class Kind : std::uint8_t { unknown, load, passing, answered_here };
    Kind kind = Kind::unknown;
    SectorGeometry::Mask there = 0, on_the_way = 0, absent = 0;
    bool merge_full = false;  // no more can wait for one of the blocks that are on their way
    unsigned set = 0, way = 0;
    unsigned victim = 0;  // the way to take, where it has none and needs one
    std::uint64_t line = 0;

    SectorGeometry::Mask missing() const { return on_the_way | absent; }
};

struct L1Bank {
    L1Bank(Ticked& owner, LtTarget& lt, const L1CacheParameters& parameters, unsigned bank)
        : in(owner, lt, bank ? ("core_in_" + std::to_string(bank)).c_str() : "core_in",
             parameters.request_queue_entries, bank, parameters.separate_hit_answers ? 2 : 1),
          fill_queue(std::size_t{parameters.mshr_entries} * parameters.mshr_merges + 2),
          hit_queue(std::size_t{parameters.latency_cycles + 1} * parameters.ports + parameters.hit_queue_entries),
          number(bank),
          separate_hit_answers(parameters.separate_hit_answers) {}

    // One answer per cycle; hits and fills take turns when both have one, unless each has a way of its own.
    bool respond(Cycle now) {
        const bool hit = hit_queue.ready(now), fill = fill_queue.ready(now);
        if ((!hit && !fill) || !in.can_respond(now)) return false;
        last_was_hit = hit && (!fill || !last_was_hit);
        in.respond((last_was_hit ? hit_queue : fill_queue).pop(now), now);
        if (separate_hit_answers && hit && fill && in.can_respond(now))
            in.respond((last_was_hit ? fill_queue : hit_queue).pop(now), now);
        return true;
    }
    Cycle answers_due(Cycle now, bool progress) const {
        return std::min(hit_queue.due(now, progress, in.response_link_open()),
                        fill_queue.due(now, progress, in.response_link_open()));
    }

    // In the order in which a tick needs it: the host fetches lines of 64 bytes.
    AtIn in;
    RegisteredQueue<Payload*> fill_queue;  // answers that a fill brought, or that came from below
    RegisteredQueue<Payload*> hit_queue;   // answers on their way through the hit pipeline
    Cycle foreseen_from = never;           // the cycle in which the head will meet `stall`, if nothing happens before
    Cycle stalled_since = never;
    const unsigned number;
    StallCause stall = StallCause::none;  // of the head, in the last tick
    const bool separate_hit_answers;
    bool last_was_hit = false;
    L1Head head;
};

// Counted only where there is more than one bank.
struct L1BankCounters {
    explicit L1BankCounters(Block& owner)
        : served_requests(owner, "served_requests", "requests", "requests that all banks together served"),
          serving_cycles(owner, "serving_cycles", "cycles", "cycles in which at least one bank served a request"),
          miss_port_conflicts(owner, "miss_port_conflicts", "requests",
                              "times a request waited because another bank's miss came first in the cycle") {}
    Counter served_requests, serving_cycles, miss_port_conflicts;
};

}  // namespace heddle
