// The lookup of the request at the head of the queue: what it sends to memory, or why it has to wait.
#include "heddle/cache/payload_sectors.h"
#include "heddle/l2_slice/l2_slice.h"

namespace heddle {

// What the lookup may use in a cycle.
struct L2Slice::Room {
    const L2Slice& slice;
    Cycle now;
    std::size_t miss_queue_entries() const { return slice.to_memory_.room(now); }
};

// The write-back leaves first: it carries the bytes that the way holds until now, and memory keeps the order of
// accesses to a line.
inline void L2Slice::serve(Payload& payload, const L2Request& request, const L2Decision& decision, Cycle now) {
    if (decision.fetch) count_occupancy(now);
    const L2Served served = lookup_.serve(request, decision, {&payload, now});
    if (served.evicted) ++evictions;
    if (served.writeback) send_writeback(served.way, served.evicted_line * line_bytes, served.writeback, now);
    if (decision.fetch) send_fetch(payload, served.entry, decision.fetch, now);
    if (served.entry == L2Lookup::none) {
        if (decision.outcome == CacheOutcome::miss) ++write_misses_without_fetch;
        execute(payload, served.way);
        answer(hit_responses_, {&payload, now}, now);
    }
    count(payload, decision.outcome, decision.absent);
    if (recorded()) show_lookup(payload, decision.outcome);
}

bool L2Slice::look_up(Cycle now) {
    const bool known = stall_ && stall_ != &response_stalls;
    if (stall_) count_stall(now);
    stall_ = nullptr;
    // A miss needs no room here, but hit or miss is not known before the lookup.
    if (hit_responses_.full(now)) {
        stall(response_stalls, now);
        return false;
    }
    Payload& payload = *request_in.requests().head();
    if (known || !respond_without_access(payload, now)) {
        L2Request request = known ? stalled_ : describe(payload);
        const L2Decision decision = lookup_.decide(request, Room{*this, now});
        if (decision.stall != StallCause::none || (!held_.empty() && waits_for_held(request))) {
            stall(request, decision.stall, now);
            return false;
        }
        serve(payload, request, decision, now);
        if (store_port_.limited() && !payload.is_read())
            store_port_busy_cycles += store_port_.pass(payload.get_data_length(), now);
        if (is_atomic(payload)) atomic_pace_.take(now, parameters_.atomic_interval_percent);
    }
    request_in.requests().pop(now);
    if (request_in.requests().ready(now + 1) && takes_lookup(now + 1)) predict_stall(now);
    return true;
}

// While a blocking access reads or writes the line in memory, timed requests to it wait, and it stays where it is.
bool L2Slice::waits_for_held(const L2Request& request) const {
    if (held(request.line * line_bytes)) return true;
    const TagArray& tags = lookup_.tags();
    if (tags.find(request.line, request.set) != L2Lookup::none) return false;
    const unsigned victim = tags.victim(request.set);
    return victim != L2Lookup::none && tags.valid(victim) && held(tags.line(victim) * line_bytes);
}

// A stall of the next request, which would be looked up in the next cycle, needs no tick to begin then if it is known
// now. Until then only a fill can change the decision, and a fill asks for a tick itself. Other stalls than those for
// want of an MSHR entry are too rare to be worth the search.
[[gnu::always_inline]] inline void L2Slice::predict_stall(Cycle now) {
    if (hit_responses_.filled()) return stall(response_stalls, now + 1);
    Payload& payload = *request_in.requests().head();
    if (!lookup_.mshr_full() || !payload.is_read() || !is_servable(payload)) return;
    L2Request request = describe(payload);
    const L2Decision decision = lookup_.decide(request, Room{*this, now + 1});
    if (decision.stall != StallCause::none) stall(request, decision.stall, now + 1);
}

void L2Slice::stall(const L2Request& request, StallCause cause, Cycle from) {
    stalled_ = request;
    stall(counter_of(cause), from);
}

void L2Slice::stall(Counter& cause, Cycle from) {
    stall_ = &cause;
    stalled_from_ = from;
}

Counter& L2Slice::counter_of(StallCause cause) {
    switch (cause) {
        case StallCause::mshr_full:
            return fails_mshr_full;
        case StallCause::mshr_merge_full:
            return fails_mshr_merge_full;
        case StallCause::miss_queue_full:
            return fails_miss_queue_full;
        default:  // also a line that a blocking access holds
            return fails_no_replaceable_way;
    }
}

// Errors, and commands that mean nothing to a cache shared by all.
inline bool L2Slice::respond_without_access(Payload& payload, Cycle now) {
    if (moves_nothing(payload))
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    else if (is_servable(payload))
        return false;
    answer(hit_responses_, {&payload, now}, now);
    return true;
}

L2Request L2Slice::describe(Payload& payload) const {
    const std::uint64_t address = payload.get_address();
    L2Request request;
    request.line = address / line_bytes;
    request.set = set_of(address);
    request.touched = touched(payload);
    request.to_fetch = request.touched;
    if (!payload.is_write()) return request;
    request.to_fetch &= static_cast<Mask>(~sectors_written_whole(lookup_.sectors(), payload));
    if (!request.to_fetch || !fetches_on_read()) return request;
    request.to_fetch = 0;
    request.touched = stored_sectors(payload);
    request.fetches_nothing = true;
    return request;
}

void L2Slice::change(Payload& payload, unsigned way) {
    const std::uint64_t line_address = line_of(payload.get_address());
    if (payload.is_write())
        write_from_payload(payload, data_of(way), line_address);
    else
        perform_atomic(payload, data_of(way), line_address);
    if (payload.is_write() && written_.used() && !sets_only_whole_sectors(payload, way))
        keep_stored(payload, way);
    else
        lookup_.written(way, touched(payload));
}

// Without sectors in the cache a miss misses all sectors that the request touches.
void L2Slice::count(const Payload& payload, CacheOutcome outcome, Mask absent) {
    const std::uint64_t address = payload.get_address(), last = address + payload.get_data_length() - 1;
    const auto touched = static_cast<unsigned>(last / sector_bytes - address / sector_bytes + 1);
    sector_accesses += touched;
    if (payload.is_read()) read_sectors += touched;
    sector_misses += parameters_.sectored ? count_sectors(absent) : outcome == CacheOutcome::miss ? touched : 0;
    ++accesses;
    ++(payload.is_read() ? reads : payload.is_write() ? writes : atomics);
    ++(outcome == CacheOutcome::hit ? hits : outcome == CacheOutcome::hit_reserved ? hits_reserved : misses);
}

}  // namespace heddle
