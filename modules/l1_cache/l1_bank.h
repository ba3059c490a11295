// What each bank of the L1 has for itself: its way in, its answers, and what holds up the request at its head.
#pragma once

#include <string>

#include "base/at_in.h"
#include "base/counter.h"
#include "cache/outcome.h"
#include "l1_cache/l1_cache_parameters.h"

namespace heddle {

struct L1Bank {
    L1Bank(Ticked& owner, LtTarget& lt, const L1CacheParameters& parameters, unsigned bank)
        : in(owner, lt, bank ? ("core_in_" + std::to_string(bank)).c_str() : "core_in",
             parameters.request_queue_entries, bank, parameters.separate_hit_answers ? 2 : 1),
          hit_queue(std::size_t{parameters.latency_cycles + 1} * parameters.ports + parameters.hit_queue_entries),
          fill_queue(std::size_t{parameters.mshr_entries} * parameters.mshr_merges + 2),
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

    AtIn in;
    RegisteredQueue<Payload*> hit_queue;   // answers on their way through the hit pipeline
    RegisteredQueue<Payload*> fill_queue;  // answers that a fill brought, or that came from below
    const unsigned number;
    const bool separate_hit_answers;
    bool last_was_hit = false;
    StallCause stall = StallCause::none;  // of the head, in the last tick
    Cycle stalled_since = never;
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
