#include "heddle/dcl1_node/dcl1_node.h"

#include <algorithm>

namespace heddle {

Dcl1Node::Dcl1Node(sc_core::sc_module_name name, ClockDomain& clock, const Dcl1NodeParameters& parameters,
                   const HomeLines& lines)
    : Ticked(name, clock, this),
      core_in(*this, *this, "core_in", validated(parameters, "dcl1_node").queue_entries),
      memory_out(*this, "memory_out", parameters.queue_entries),
      kernel_events_in(*this, *this, "kernel_events_in"),
      line_events_out("line_events_out", clock),
      hit_latency_(parameters.hit_latency()),
      hits_(std::size_t{hit_latency_} + 1),
      q2_(parameters.queue_entries),
      q3_(parameters.queue_entries),
      lines_(lines),
      lookup_(parameters.cache(), lines_.renumbers() ? &lines_ : nullptr),
      data_(make_host_line_array<std::uint8_t>(parameters.size_bytes)),
      q1_use_(statistics.q1_occupancy_cycles, statistics.q1_full_cycles),
      q2_use_(statistics.q2_occupancy_cycles, statistics.q2_full_cycles),
      q3_use_(statistics.q3_occupancy_cycles, statistics.q3_full_cycles),
      q4_use_(statistics.q4_occupancy_cycles, statistics.q4_full_cycles),
      parameters_(parameters) {
    if (parameters.perfect) perfect_ = std::make_unique<PerfectCache>();
    if (parameters.counts_prefetches) prefetches_ = std::make_unique<PrefetchStatistics>(*this);
}

void Dcl1Node::end_of_elaboration() {
    lookup_.report_to(observer());
    if (perfect_) domain().call_alone(id(), PerfectCache::called_alone);
}

LineObserver* Dcl1Node::observer() {
    LineObserver* listener = line_events_out.observer();
    if (listener) domain().call_alone(id(), "reports to a monitor");
    return prefetches_ ? prefetches_->tracker.in_front_of(listener) : listener;
}

// What the cache holds may be older than what the host or another node's core has written since (MECHANISMS 0).
void Dcl1Node::kernel_boundary(KernelEvent event, Cycle now) {
    if (event == KernelEvent::started) drop_from_ = now + 1;
}

void Dcl1Node::drop_all() {
    drop_from_ = never;
    ++statistics.invalidations;
    lookup_.drop_all();
    forget_head();
}

// Q4 before Q1: a reply takes the cache and the way into Q2 first. Whatever enters Q2 or Q3 may leave in the same
// cycle: the registers are at the ports, and latency_cycles is the time that a hit takes inside, as in the L1.
void Dcl1Node::tick(Cycle now) {
    if (drop_from_ <= now) drop_all();
    cache_taken_ = q2_taken_ = false;
    bool progress = take_reply(now);
    progress |= serve_request(now);
    progress |= end_hit(now);
    progress |= respond(now);
    progress |= send_to_l2(now);
    core_in.service(now);
    memory_out.service(now);
    const Cycle next = std::min(
        {memory_out.due(now, progress), hits_.due(now, progress), q2_.due(now, progress, core_in.response_link_open()),
         q3_.due(now, progress, memory_out.request_link_open()), core_in.due(now, progress && !waits_for_reply())});
    if (next != never) wake_at(next);
    if (recorded()) show_signals();
}

// Only a response of the L2 can help the head.
bool Dcl1Node::waits_for_reply() const {
    return stall_ == StallCause::mshr_full || stall_ == StallCause::mshr_merge_full ||
           stall_ == StallCause::no_replaceable_way;
}

void Dcl1Node::push_response(Payload* response, Cycle now) {
    q2_.push(response, now);
    q2_taken_ = true;
}

// A hit has got its bytes.
bool Dcl1Node::end_hit(Cycle now) {
    if (q2_taken_ || !hits_.ready(now) || q2_.filled()) return false;
    push_response(hits_.pop(now), now);
    return true;
}

bool Dcl1Node::respond(Cycle now) {
    if (!q2_.ready(now) || !core_in.can_respond(now)) return false;
    Payload* response = q2_use_.pop(q2_, now);
    ++statistics.replies;
    if (response->is_read() || is_atomic(*response)) statistics.reply_bytes += response->get_data_length();
    if (recorded()) reply_served_.show(*response);
    core_in.respond(response, now);
    return true;
}

bool Dcl1Node::send_to_l2(Cycle now) {
    if (!q3_.ready(now) || !memory_out.can_send(now)) return false;
    memory_out.send(q3_use_.pop(q3_, now), now);
    return true;
}

void Dcl1Node::settle_counters() {
    const Cycle now = domain().now();
    q1_use_.settle(core_in.requests(), now);
    q2_use_.settle(q2_, now);
    q3_use_.settle(q3_, now);
    q4_use_.settle(memory_out.responses(), now);
    stalls.settle(now);
    mshr_use_.settle(lookup_.mshr(), now);
    if (prefetches_) prefetches_->settle();
}

bool Dcl1Node::idle() const {
    return core_in.idle() && memory_out.idle() && hits_.empty() && q2_.empty() && q3_.empty() &&
           lookup_.mshr().empty() && pool_.live() == 0;
}

void Dcl1Node::show_signals() {
    q1_signal_.set(core_in.requests().size());
    q2_signal_.set(q2_.size());
    q3_signal_.set(q3_.size());
    q4_signal_.set(memory_out.responses().size());
    mshr_signal_.set(lookup_.mshr().count());
    hits_signal_.set(statistics.hits.value());
    misses_signal_.set(statistics.misses.value());
    stall_signal_.set(stalls.stalled());
}

void Dcl1Node::report_outstanding(std::ostream& out) const {
    if (idle()) return;
    const Mshr<L1Waiter>& mshr = lookup_.mshr();
    out << name() << ": " << core_in.requests().size() << " requests in Q1"
        << (stalls.stalled() ? " (the first is stalled)" : "") << ", " << q2_.size() << " responses in Q2"
        << (core_in.response_link_open() ? "" : " (which nobody takes)") << ", " << q3_.size() << " requests in Q3"
        << (memory_out.request_link_open() ? "" : " (which the L2 does not take)") << ", "
        << memory_out.responses().size() << " responses in Q4, " << mshr.count() << " lines outstanding\n";
    for (unsigned entry = 0; entry < mshr.capacity(); ++entry)
        if (mshr.used(entry))
            out << "  line 0x" << std::hex << mshr.line(entry) * line_bytes << std::dec << ", "
                << mshr.waiters(entry).size() << " waiting\n";
}

}  // namespace heddle
