// The lookup of the oldest request: what it finds, what it sends to memory, why it has to wait.
#include "base/payload_bytes.h"
#include "l2_slice/l2_slice.h"

namespace heddle {

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
    if (known || !answer_without_access(payload, now)) {
        CacheOutcome outcome = CacheOutcome::hit;
        const Access access = known ? stalled_ : describe(payload);
        const unsigned missing = parameters_.sectored ? missing_sectors(access) : 0;
        const StallCause cause = try_access(access, now, outcome);
        if (cause != StallCause::none) {
            stall(access, cause, now);
            return false;
        }
        count(payload, outcome, missing);
        show(lookup_signal_, 1);
        show(outcome_signal_, static_cast<unsigned>(outcome));
    }
    request_in.requests().pop(now);
    if (request_in.requests().ready(now + 1)) foresee_stall(now);
    return true;
}

// Whether the next request is bound to wait in the next cycle: known now, that needs no tick.
void L2Slice::foresee_stall(Cycle now) {
    if (hit_responses_.filled()) return stall(response_stalls, now + 1);
    Payload& payload = *request_in.requests().head();
    if (!mshr_.full() || !payload.is_read() || !is_servable(payload)) return;
    Access access = describe(payload);
    access.absent = tags_.find(access.line, access.set) == TagArray::none;
    if (access.absent) stall(access, missing_entry(access), now + 1);
}

void L2Slice::stall(const Access& access, StallCause cause, Cycle from) {
    stalled_ = access;
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
        case StallCause::no_replaceable_way:
            return fails_no_replaceable_way;
        default:
            return fails_miss_queue_full;
    }
}

// Errors, and commands that mean nothing to a cache shared by all.
inline bool L2Slice::answer_without_access(Payload& payload, Cycle now) {
    if (moves_nothing(payload))
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    else if (is_servable(payload))
        return false;
    hit_responses_.push({&payload, now}, now + parameters_.latency_cycles);
    return true;
}

L2Slice::Access L2Slice::describe(Payload& payload) const {
    const std::uint64_t address = payload.get_address();
    Access access;
    access.payload = &payload;
    access.line = address / line_bytes;
    access.set = set_of(address);
    access.touched = touched(payload);
    access.to_fetch = access.touched;
    if (payload.is_write()) access.to_fetch &= static_cast<Mask>(~sectors_.written_whole(payload));
    return access;
}

inline StallCause L2Slice::try_access(const Access& access, Cycle now, CacheOutcome& outcome) {
    const unsigned way = access.absent ? TagArray::none : tags_.find(access.line, access.set);
    if (way == TagArray::none) {
        outcome = CacheOutcome::miss;
        return allocate(access, now);
    }
    // Everything to a line with waiters joins them, whichever sectors it wants: so accesses to a line keep their order.
    if (tags_.reserved(way)) return merge(access, tags_.entry(way), now, outcome);
    const Mask missing = static_cast<Mask>(access.to_fetch & ~tags_.valid_sectors(way));
    tags_.touch(way);
    if (missing) {
        outcome = CacheOutcome::miss;
        return fetch_sectors(access, way, missing, now);
    }
    outcome = tags_.has(way, access.touched) ? CacheOutcome::hit : CacheOutcome::miss;
    if (outcome == CacheOutcome::miss) ++write_misses_without_fetch;
    perform(*access.payload, way);
    hit_responses_.push({access.payload, now}, now + parameters_.latency_cycles);
    return StallCause::none;
}

StallCause L2Slice::merge(const Access& access, unsigned entry, Cycle now, CacheOutcome& outcome) {
    if (!mshr_.can_attach(entry)) return StallCause::mshr_merge_full;
    const Mask there = static_cast<Mask>(tags_.valid_sectors(mshr_.way(entry)) | fetch_of_[entry].requested);
    const Mask missing = static_cast<Mask>(access.to_fetch & ~there);
    outcome = missing ? CacheOutcome::miss : CacheOutcome::hit_reserved;
    if (missing) {
        if (to_memory_.full(now)) return StallCause::miss_queue_full;
        send_fetch(access, entry, missing, now);
    }
    tags_.touch(mshr_.way(entry));
    mshr_.attach(entry, {access.payload, now});
    return StallCause::none;
}

// The line is there, but not all its sectors.
StallCause L2Slice::fetch_sectors(const Access& access, unsigned way, Mask missing, Cycle now) {
    if (mshr_.full()) return StallCause::mshr_full;
    if (to_memory_.full(now)) return StallCause::miss_queue_full;
    tags_.reserve_again(way);
    start_fetch(access, way, missing, now);
    return StallCause::none;
}

// The line is not there. With an MSHR entry and room for a fetch and a write-back whatever is displaced may go.
inline StallCause L2Slice::allocate(const Access& access, Cycle now) {
    if (mshr_.full() || to_memory_.room(now) < 2) {
        const StallCause cause = obstacle(access, now);
        if (cause != StallCause::none) return cause;
    }
    const TagArray::Reservation reservation = tags_.reserve(access.line, access.set);
    if (reservation.way == TagArray::none) return StallCause::no_replaceable_way;
    if (reservation.displaced) ++evictions;
    if (reservation.displaced_dirty)
        send_writeback(reservation.displaced_line, reservation.way, reservation.displaced_dirty, now);
    if (access.to_fetch) {
        start_fetch(access, reservation.way, access.to_fetch, now);
        return StallCause::none;
    }
    ++write_misses_without_fetch;
    tags_.fill(reservation.way, 0);
    perform(*access.payload, reservation.way);
    hit_responses_.push({access.payload, now}, now + parameters_.latency_cycles);
    return StallCause::none;
}

// What an access that needs an MSHR entry waits for while there is none.
inline StallCause L2Slice::missing_entry(const Access& access) const {
    return all_being_filled(access.set) ? StallCause::no_replaceable_way : StallCause::mshr_full;
}

// What an access that is not there has to wait for.
StallCause L2Slice::obstacle(const Access& access, Cycle now) const {
    if (access.to_fetch && mshr_.full()) return missing_entry(access);
    const unsigned victim = tags_.victim(access.set);
    if (victim == TagArray::none) return StallCause::no_replaceable_way;
    const unsigned requests = (tags_.dirty(victim) ? 1u : 0u) + (access.to_fetch ? 1u : 0u);
    return to_memory_.room(now) < requests ? StallCause::miss_queue_full : StallCause::none;
}

bool L2Slice::all_being_filled(unsigned set) const {
    const unsigned first = set * parameters_.ways;
    for (unsigned way = first; way < first + parameters_.ways; ++way)
        if (!tags_.reserved(way)) return false;
    return true;
}

void L2Slice::change(Payload& payload, unsigned way) {
    const std::uint64_t line_address = line_of(payload.get_address());
    if (payload.is_write())
        write_from_payload(payload, data_of(way), line_address);
    else
        perform_atomic(payload, data_of(way), line_address);
    const Mask changed = touched(payload);
    tags_.add_sectors(way, changed);
    tags_.mark_dirty(way, changed);
}

// Before the access has changed anything.
unsigned L2Slice::missing_sectors(const Access& access) const {
    const unsigned way = tags_.find(access.line, access.set);
    if (way == TagArray::none) return count_sectors(access.touched);
    Mask there = tags_.valid_sectors(way);
    if (tags_.reserved(way)) there |= fetch_of_[tags_.entry(way)].requested;
    return count_sectors(static_cast<Mask>(access.touched & ~there));
}

// `missing` is known of sectored caches only: without sectors a miss misses all of its own.
void L2Slice::count(const Payload& payload, CacheOutcome outcome, unsigned missing) {
    const std::uint64_t address = payload.get_address(), last = address + payload.get_data_length() - 1;
    const auto touched = static_cast<unsigned>(last / sector_bytes - address / sector_bytes + 1);
    sector_accesses += touched;
    sector_misses += parameters_.sectored ? missing : outcome == CacheOutcome::miss ? touched : 0;
    ++accesses;
    ++(payload.is_read() ? reads : payload.is_write() ? writes : atomics);
    ++(outcome == CacheOutcome::hit ? hits : outcome == CacheOutcome::hit_reserved ? hits_reserved : misses);
}

}  // namespace heddle
