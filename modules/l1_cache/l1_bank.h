// What each bank of the L1, or its port for stores, has for itself: a target socket, queues of responses, and the state
// of the request at the head of its queue.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "heddle/base/at_in.h"
#include "heddle/base/counter.h"
#include "heddle/cache/outcome.h"
#include "heddle/l1_cache/l1_cache_parameters.h"
#include "heddle/l1_cache/l1_request.h"
#include "heddle/l1_cache/oldest_first.h"

namespace heddle {

struct L1Bank {
    L1Bank(Ticked& owner, LtTarget& lt, const L1CacheParameters& parameters, unsigned bank)
        : in(owner, lt, socket_name(parameters, bank).c_str(), parameters.request_queue_entries, bank,
             parameters.separate_hit_answers || parameters.answers_in_turn ? parameters.hits_per_cycle() + 1 : 1),
          fill_queue(std::size_t{parameters.mshr_entries} * parameters.mshr_merges + 2),
          hit_queue(std::size_t{parameters.latency_cycles + 1} * parameters.hits_per_cycle() +
                    parameters.hit_queue_entries),
          number(bank),
          separate_hit_answers(parameters.separate_hit_answers),
          ports(parameters.ports),
          hits_per_cycle(parameters.hits_per_cycle()),
          latency(parameters.latency_cycles) {
        if (!parameters.lookup_after_latency) return;
        pipeline = std::make_unique<RegisteredQueue<Payload*>>(std::size_t{latency + 1} * hits_per_cycle);
        lookups = pipeline.get();
    }

    static std::string socket_name(const L1CacheParameters& parameters, unsigned bank) {
        if (bank == 0) return "core_in";
        return parameters.store_port ? "stores_in" : "core_in_" + std::to_string(bank);
    }

    // One response per cycle: hits and fills take turns when both have one, unless hits have a response link of their
    // own.
    bool respond(Cycle now) {
        return (hit_queue.ready(now) || fill_queue.ready(now)) && in.can_respond(now) && respond_ready(now);
    }
    // The same if there is a response that the socket takes.
    bool respond_ready(Cycle now) {
        const bool hit = hit_queue.ready(now), fill = fill_queue.ready(now);
        last_was_hit = hit && (!fill || !last_was_hit);
        respond(last_was_hit ? hit_queue : fill_queue, now);
        if (!separate_hit_answers) return true;
        if (hit && fill && in.can_respond(now)) respond(last_was_hit ? fill_queue : hit_queue, now);
        for (unsigned i = 1; i < hits_per_cycle && hit_queue.ready(now) && in.can_respond(now); ++i)
            respond(hit_queue, now);
        return true;
    }
    // For a cache whose banks take turns: whether this one has a response that its socket would take.
    bool has_hit(Cycle now) const { return hit_queue.ready(now) && in.can_respond(now); }
    bool has_waited(Cycle now) const { return !waited.empty() && in.can_respond(now); }
    void respond_oldest(Cycle now) { respond(waited.pop(), now); }
    void respond(RegisteredQueue<Payload*>& queue, Cycle now) { respond(queue.pop(now), now); }
    // Where a load has got a sector but not its last, the answer to it is empty: it takes time only.
    void respond(Payload* answer, Cycle now) {
        if (answer) in.respond(answer, now);
    }
    Cycle responses_due(Cycle now, bool progress) const {
        if (!waited.empty() && progress && in.response_link_open()) return now + 1;
        return std::min(hit_queue.due(now, progress, in.response_link_open()),
                        fill_queue.due(now, progress, in.response_link_open()));
    }

    // Where the latency comes before the lookup: requests begin it as long as there is room.
    bool advance(Cycle now) {
        bool progress = false;
        for (unsigned port = 0; port < ports && in.requests().ready(now) && !pipeline->filled(); ++port) {
            pipeline->push(in.requests().pop(now), now + latency);
            progress = true;
        }
        return progress;
    }
    // When requests need a tick: the first for its lookup, and those that have not begun their latency.
    Cycle requests_due(Cycle now, bool progress) const {
        const Cycle next = in.due(now, progress);
        return pipeline ? std::min(next, pipeline->due(now, progress)) : next;
    }
    std::size_t requests_waiting() const { return in.requests().size() + (pipeline ? pipeline->size() : 0); }

    // For the host's cache: the request behind the head has waited longer than the host keeps its lines.
    void prefetch_second_request() const {
        if (lookups->size() > 1) prefetch_host_line(lookups->at(1));
    }

    // In the order in which a tick needs them, because the host reads lines of 64 bytes.
    AtIn in;
    RegisteredQueue<Payload*> fill_queue;  // responses that a fill has completed, or that came from the L2
    RegisteredQueue<Payload*> hit_queue;   // responses in the hit pipeline
    OldestFirst waited;                    // in place of fill_queue where banks take turns
    RegisteredQueue<Payload*>* lookups = &in.requests();  // what the tag lookup takes its requests from
    Cycle predicted_from = never;  // the cycle in which the head will meet `stall`, unless a tick comes before
    const unsigned number;
    StallCause stall = StallCause::none;        // of the head, in the last tick
    StallCause first_stall = StallCause::none;  // of the head, when its stall began; none: it does not wait
    const bool separate_hit_answers;
    bool last_was_hit = false;
    const unsigned ports, hits_per_cycle, latency;
    L1Found head;
    std::unique_ptr<RegisteredQueue<Payload*>> pipeline;  // only if the latency comes before the lookup
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
