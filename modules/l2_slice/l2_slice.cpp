#include "heddle/l2_slice/l2_slice.h"

namespace heddle {

L2Slice::L2Slice(sc_core::sc_module_name name, ClockDomain& domain, const L2SliceParameters& parameters)
    : Ticked(name, domain, this),
      request_in(*this, *this, "request_in", validated(parameters, this->name()).request_queue_entries),
      host_in(*this, "host_in"),
      control_in("control_in"),
      memory_out(*this, "memory_out", parameters.fill_queue_entries),
      // A response per pipeline stage, and on top of them those that one fill completes.
      hit_responses_(parameters.longest_latency() + 1),
      fill_responses_(parameters.longest_latency() + parameters.mshr_merges * parameters.sectors_per_line()),
      reply_port_(parameters.reply_bytes_per_cycle),
      store_port_(parameters.store_bytes_per_cycle),
      to_memory_(parameters.miss_queue_entries),
      parameters_(parameters),
      splitter_(parameters.address_map),
      lookup_(parameters.sets(), parameters.ways, parameters.sectors_per_line(), parameters.mshr_entries,
              parameters.mshr_merges, parameters.sector_mshrs),
      data_(static_cast<std::size_t>(lookup_.tags().lines()) * line_bytes),
      written_(parameters.fetch_on_read ? lookup_.tags().lines() : 0) {
    lookup_.fetch_blocks_of(parameters.fetch_sectors);
    control_in.register_b_transport(this, &L2Slice::control);
}

bool L2Slice::idle() const {
    return request_in.idle() && memory_out.idle() && lookup_.mshr().empty() && to_memory_.empty() &&
           open_writebacks_.empty() && late_writes_.empty() && hit_responses_.empty() && fill_responses_.empty() &&
           !flushing_;
}

// All that one line sends takes one place in the queue.
inline void L2Slice::send_to_memory(Cycle now) {
    L2Line* access = to_memory_.head();
    if (memory_out.foreign_peer() && access->owner.next)
        to_memory_.head() = access->owner.next;
    else
        to_memory_.pop(now);
    memory_out.send(access, now);
}

void L2Slice::tick(Cycle now) {
    if (recorded()) end_pulses();
    const bool responded = reply_port_.free(now) && request_in.can_respond(now) && respond(now);
    const bool sent = to_memory_.ready(now) && memory_out.can_send(now);
    if (sent) send_to_memory(now);
    const bool filled = memory_out.responses().ready(now) && take_memory_response(now);
    bool progress = responded || sent || filled;
    if (!late_writes_.empty()) progress |= write_late(now);
    // Only a fill, or a place in a queue, which is free in the cycle after its pop, helps a stalled head.
    const bool helped = filled || try_again_;
    if (flushing_ && now >= flush_.from)
        progress |= go_on_with_flush(now);
    else if (request_in.requests().ready(now) && takes_lookup(now) && (!stall_ || helped))
        progress |= look_up(now);
    try_again_ = (sent && stall_ == &fails_miss_queue_full) || (responded && stall_ == &response_stalls);
    request_in.service(now);
    memory_out.service(now);
    if (recorded()) show_state();
    // A waveform has to show every change in its cycle; the ticks for that change nothing else.
    const Cycle next = progress && recorded() ? now + 1 : due(progress, now);
    if (next != never) wake_at(next);
}

// A link that is not free in the next cycle wakes the slice as soon as it is.
inline Cycle L2Slice::due(bool progress, Cycle now) const {
    Cycle next = request_in.due(now, progress && (!stall_ || try_again_));
    next = std::min(next, memory_out.due(now, progress));
    if (next == now + 1) return next;
    if (memory_out.can_send(now + 1)) next = std::min(next, to_memory_.due(now, progress));
    if (request_in.can_respond(now + 1))
        next = std::min({next, hit_responses_.due(now, progress), fill_responses_.due(now, progress)});
    return std::min(next, port_due(now));
}

// Nothing else wakes the slice for responses and requests that wait for a port only.
inline Cycle L2Slice::port_due(Cycle now) const {
    Cycle next = never;
    if (reply_port_.free_from() > now && !(hit_responses_.empty() && fill_responses_.empty()))
        next = reply_port_.free_from();
    const Cycle lookup = std::max(store_port_.free_from(), atomic_pace_.opens());
    if (lookup > now && !request_in.requests().empty()) next = std::min(next, lookup);
    return next;
}

// Occupancy is counted before it changes, stalls when they end; both when counters are read.
void L2Slice::count_occupancy(Cycle now) {
    mshr_occupancy_sum += lookup_.mshr_entries_in_use() * (now - occupancy_counted_);
    occupancy_counted_ = now;
}

void L2Slice::count_stall(Cycle now) {
    const Cycle stalled = now - stalled_from_;
    stalled_from_ = now;
    *stall_ += stalled;
    if (stall_ != &response_stalls) reservation_fails += stalled;
}

void L2Slice::settle_counters() {
    const Cycle now = domain().now();
    count_occupancy(now);
    if (stall_ && stalled_from_ < now) count_stall(now);
}

namespace {

bool returns_data(Payload& response) {
    return response.is_response_ok() && !response.is_write() && !moves_nothing(response);
}

}  // namespace

// One response per cycle; when both have one, hits and fills take turns.
inline bool L2Slice::respond(Cycle now) {
    const bool hit = hit_responses_.ready(now), fill = fill_responses_.ready(now);
    if (!hit && !fill) return false;
    fill_served_last_ = fill && !(hit && fill_served_last_);
    const L2Waiter waiter = (fill_served_last_ ? fill_responses_ : hit_responses_).pop(now);
    latency_sum += now - waiter.since;
    show(response_signal_, 1);
    if (reply_port_.limited() && returns_data(*waiter.payload))
        reply_port_busy_cycles += reply_port_.pass(waiter.payload->get_data_length(), now);
    request_in.respond(waiter.payload, now);
    return true;
}

void L2Slice::end_pulses() {
    response_signal_.set(0);
    fill_signal_.set(0);
    lookup_signal_.set(0);
}

void L2Slice::show_state() {
    requests_signal_.set(request_in.requests().size());
    stalls_peer_signal_.set(request_in.stalls_peer());
    misses_signal_.set(to_memory_.size());
    mshr_signal_.set(lookup_.mshr_entries_in_use());
    if (!stall_ || stalled_from_ > domain().now()) return;
    lookup_served_.show(*request_in.requests().head());
    if (stall_ != &response_stalls) outcome_signal_.set(static_cast<unsigned>(CacheOutcome::reservation_fail));
}

void L2Slice::show_lookup(const Payload& payload, CacheOutcome outcome) {
    lookup_signal_.set(1);
    outcome_signal_.set(static_cast<unsigned>(outcome));
    lookup_served_.show(payload);
}

void L2Slice::report_outstanding(std::ostream& out) const {
    if (!request_in.requests().empty())
        out << name() << ": " << request_in.requests().size() << " requests queued, the oldest for 0x" << std::hex
            << request_in.requests().head()->get_address() << std::dec
            << (stall_ ? std::string(" waits: ") + name_of(*stall_) : std::string()) << "\n";
    const Mshr<L2Waiter>& mshr = lookup_.mshr();
    for (unsigned entry = 0; entry < mshr.capacity(); ++entry)
        if (mshr.used(entry))
            out << name() << ": line 0x" << std::hex << mshr.line(entry) * line_bytes << std::dec << " is fetched for "
                << mshr.waiters(entry).size() << " requests\n";
    if (!open_writebacks_.empty()) out << name() << ": " << open_writebacks_.size() << " write-backs outstanding\n";
    for (const std::uint64_t line : held_)
        out << name() << ": a blocking access to line 0x" << std::hex << line << std::dec << " is in progress\n";
    if (flushing_) out << name() << ": a cache command is being executed\n";
    const std::size_t responses = hit_responses_.size() + fill_responses_.size();
    if (responses) out << name() << ": " << responses << " responses on the way back\n";
}

}  // namespace heddle
