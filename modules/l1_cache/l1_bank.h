// What each bank of the L1 has for itself: a target socket, queues of responses, and the state of the request at the
// head of its queue.
#pragma once

#include <string>

#include "heddle/base/at_in.h"
#include "heddle/base/counter.h"
#include "heddle/cache/outcome.h"
#include "heddle/l1_cache/l1_cache_parameters.h"
#include "heddle/l1_cache/l1_request.h"

namespace heddle {

struct L1Bank {
    L1Bank(Ticked& owner, LtTarget& lt, const L1CacheParameters& parameters, unsigned bank)
        : in(owner, lt, bank ? ("core_in_" + std::to_string(bank)).c_str() : "core_in",
             parameters.request_queue_entries, bank, parameters.separate_hit_answers ? 2 : 1),
          fill_queue(std::size_t{parameters.mshr_entries} * parameters.mshr_merges + 2),
          hit_queue(std::size_t{parameters.latency_cycles + 1} * parameters.ports + parameters.hit_queue_entries),
          number(bank),
          separate_hit_answers(parameters.separate_hit_answers) {}

    // One response per cycle: hits and fills take turns when both have one, unless hits have a response link of their
    // own.
    bool respond(Cycle now) {
        const bool hit = hit_queue.ready(now), fill = fill_queue.ready(now);
        if ((!hit && !fill) || !in.can_respond(now)) return false;
        last_was_hit = hit && (!fill || !last_was_hit);
        in.respond((last_was_hit ? hit_queue : fill_queue).pop(now), now);
        if (separate_hit_answers && hit && fill && in.can_respond(now))
            in.respond((last_was_hit ? fill_queue : hit_queue).pop(now), now);
        return true;
    }
    Cycle responses_due(Cycle now, bool progress) const {
        return std::min(hit_queue.due(now, progress, in.response_link_open()),
                        fill_queue.due(now, progress, in.response_link_open()));
    }

    // For the host's cache: the request behind the head has waited longer than the host keeps its lines.
    void prefetch_second_request() const {
        if (in.requests().size() > 1) prefetch_host_line(in.requests().at(1));
    }

    // In the order in which a tick needs them, because the host reads lines of 64 bytes.
    AtIn in;
    RegisteredQueue<Payload*> fill_queue;  // responses that a fill has completed, or that came from the L2
    RegisteredQueue<Payload*> hit_queue;   // responses in the hit pipeline
    Cycle predicted_from = never;          // the cycle in which the head will meet `stall`, unless a tick comes before
    Cycle stalled_since = never;
    const unsigned number;
    StallCause stall = StallCause::none;        // of the head, in the last tick
    StallCause first_stall = StallCause::none;  // of the head, when its stall began
    const bool separate_hit_answers;
    bool last_was_hit = false;
    L1Found head;
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
