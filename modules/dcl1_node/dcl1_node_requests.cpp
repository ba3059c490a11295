// The request at the head of Q1: whether it can be served in this cycle, and what is done for it.
#include "heddle/dcl1_node/dcl1_node.h"
#include "heddle/l1_cache/l1_payload.h"

namespace heddle {

struct Dcl1Node::Room {
    const Dcl1Node& node;
    std::size_t miss_queue_entries() const { return node.q3_.capacity() - node.q3_.size(); }
    bool miss_port_taken() const { return false; }
    bool hit_queue_full() const { return node.hits_.filled(); }
};

bool Dcl1Node::serve_request(Cycle now) {
    stall_ = StallCause::none;
    if (!core_in.requests().ready(now)) return false;
    if (recorded()) lookup_served_.show(*core_in.requests().head());
    stall_ = stall_cause();
    if (stall_ != StallCause::none) {
        stalls.stall(stall_, now);
        return false;
    }
    if (stalls.stalled()) stalls.end(now);
    serve_head(now);
    return true;
}

// What keeps the head from being served in this cycle. What it finds does not change while it waits, unless something
// forgets it.
StallCause Dcl1Node::stall_cause() {
    if (head_.kind == L1RequestKind::unknown) {
        Payload& request = *core_in.requests().head();
        lookup_.find(describe_request(request), head_);
        if (perfect_) perfect_->make_hit(head_);
        head_uses_cache_ =
            head_.kind == L1RequestKind::load || (head_.kind == L1RequestKind::passing && !request.is_read());
    }
    if (cache_taken_ && head_uses_cache_) return StallCause::miss_port_busy;
    return lookup_.stall_cause(head_, Room{*this});
}

void Dcl1Node::serve_head(Cycle now) {
    auto& requests = core_in.requests();
    Payload* request = q1_use_.pop(requests, now);
    if (head_uses_cache_) ++statistics.port_busy_cycles;
    if (head_.kind == L1RequestKind::load) {
        load(request, now);
    } else if (head_.kind == L1RequestKind::passing) {
        pass_on(request, now);
    } else {
        if (moves_nothing(*request)) request->set_response_status(tlm::TLM_OK_RESPONSE);
        hits_.push(request, now + hit_latency_);
    }
    forget_head();
    if (!requests.empty()) lookup_.prefetch_line(requests.head()->get_address() / line_bytes);
}

void Dcl1Node::pass_on(Payload* request, Cycle now) {
    apply_passing(*request);
    if (perfect_ && !request->is_read())
        gpu_access(*request).route.push(perfect_->lines.begin_write(request->get_address() / line_bytes));
    q3_.push(request, now);
}

// A store writes its bytes to the L2 and leaves none here; an atomic is executed there. Later loads must not find what
// was here before.
void Dcl1Node::apply_passing(Payload& request) {
    if (request.is_read()) {
        ++statistics.bypasses;
        return;
    }
    ++(request.is_write() ? statistics.stores : statistics.atomics);
    const L1StoreEffect effect = lookup_.drop_line(request.get_address() / line_bytes);
    if (effect.found) ++statistics.write_evicts;
    if (effect.closed) ++statistics.closed_misses;
}

void Dcl1Node::load(Payload* request, Cycle now) {
    GpuAccess& access = gpu_access(*request);
    count(access, head_);
    access.missed_l1 = head_.missing() != 0;
    if (head_.missing()) {
        wait_for_fill(request, access, now);
        if (prefetches_ && head_.absent && access.kind == AccessKind::prefetch)
            prefetches_->tracker.fetched(head_.line);
        return;
    }
    if (hits_perfectly(head_.line)) {
        read_memory(*request);
    } else {
        lookup_.hit(head_);
        read_into_payload(*request, data_of(head_.way), line_of(request->get_address()));
    }
    request->set_response_status(tlm::TLM_OK_RESPONSE);
    hits_.push(request, now + hit_latency_);
}

void Dcl1Node::count(const GpuAccess& access, const L1Found& found) {
    const bool prefetch = access.kind == AccessKind::prefetch;
    if (prefetches_) {
        if (prefetch)
            prefetches_->look_up(found.absent != 0);
        else if (found.there | found.in_flight)
            prefetches_->load(found.line);
    }
    if (!prefetch) count_load(found);
}

void Dcl1Node::count_load(const L1Found& found) {
    ++statistics.accesses;
    ++(found.absent ? statistics.misses : found.in_flight ? statistics.hits_reserved : statistics.hits);
}

void Dcl1Node::count_merge(const GpuAccess& access) {
    const unsigned entry = lookup_.tags().entry(head_.way);
    const bool same = gpu_access(*lookup_.mshr().first_waiter(entry).payload).sm == access.sm;
    ++(same ? statistics.merges_same_core : statistics.merges_other_core);
}

// A load of the whole line fetches it as its own transaction.
void Dcl1Node::wait_for_fill(Payload* request, GpuAccess& access, Cycle now) {
    if (head_.in_flight) count_merge(access);
    const L1Fetch fetch = lookup_.wait_for_line(head_, request, 0, now);
    if (fetch.entry == L1Lookup::none) return;
    if (fetch.evicted) ++statistics.evictions;
    const bool itself = asks_for_whole_line(*request, access);
    L1Fill* own = itself ? nullptr : make_fill(*request, access, fetch.way);
    (itself ? access : own->access).route.push(fetch.entry);
    q3_.push(itself ? request : own, now);
}

// A load of a part of the line is served from the line, which a transaction of the node's own fetches.
L1Fill* Dcl1Node::make_fill(const Payload& request, const GpuAccess& access, unsigned way) {
    L1Fill* fill = pool_.acquire(tlm::TLM_READ_COMMAND, line_of(request.get_address()), line_bytes);
    fill->access = access;
    fill->access.route.clear();
    fill->access.kind = AccessKind::load;
    // A foreign bus may buffer, and use the place of the bytes longer than the cache expects.
    if (!memory_out.foreign_peer()) fill->set_data_ptr(data_of(way));
    return fill;
}

}  // namespace heddle
