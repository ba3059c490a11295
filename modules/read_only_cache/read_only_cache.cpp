#include "heddle/read_only_cache/read_only_cache.h"

#include <cstring>
#include <string>

#include "heddle/base/payload_bytes.h"

namespace heddle {

ReadOnlyCache::ReadOnlyCache(sc_core::sc_module_name name, ClockDomain& domain,
                             const ReadOnlyCacheParameters& parameters, const char* kind)
    : Ticked(name, domain, this),
      core_in(*this, *this, "core_in", validated(parameters, this->name()).request_queue_entries),
      memory_out(*this, "memory_out", 4),
      kernel_events_in(*this, *this, "kernel_events_in"),
      kind_(kind),
      parameters_(parameters),
      lookup_(parameters),
      data_(make_host_line_array<std::uint8_t>(parameters.size_bytes)),
      hit_queue_(std::size_t{parameters.latency_cycles} + 1),
      fill_queue_(std::size_t{parameters.mshr_entries} * parameters.mshr_merges + 2),
      miss_queue_(parameters.miss_queue_entries) {}

void ReadOnlyCache::kernel_boundary(KernelEvent event, Cycle now) {
    if (event == KernelEvent::started) drop_from_ = now + 1;
}

void ReadOnlyCache::drop_all() {
    drop_from_ = never;
    ++invalidations;
    lookup_.drop_all();
}

void ReadOnlyCache::tick(Cycle now) {
    if (drop_from_ <= now) drop_all();
    bool progress = take_fill(now);
    progress |= look_up(now);
    progress |= send(now);
    progress |= respond(now);
    core_in.service(now);
    memory_out.service(now);
    const Cycle responses = std::min(hit_queue_.due(now, progress, core_in.response_link_open()),
                                     fill_queue_.due(now, progress, core_in.response_link_open()));
    const Cycle misses_due = miss_queue_.due(now, progress, memory_out.request_link_open());
    const Cycle ports = std::min(core_in.due(now, progress), memory_out.due(now, progress));
    const Cycle next = std::min(std::min(responses, misses_due), ports);
    if (next != never) wake_at(next);
    if (recorded()) trace();
}

bool ReadOnlyCache::take_fill(Cycle now) {
    auto& responses = memory_out.responses();
    if (!responses.ready(now)) return false;
    const unsigned entry = gpu_access(*responses.head()).route.top();
    if (lookup_.mshr().waiters(entry).size() > fill_queue_.room(now)) return false;
    install(responses.pop(now), now);
    return true;
}

// Which line it is the entry says: the address need not come back as it was sent.
void ReadOnlyCache::install(Payload* fill, Cycle now) {
    const Mshr<Payload*>& mshr = lookup_.mshr();
    const unsigned entry = gpu_access(*fill).route.pop();
    const std::uint64_t address = mshr.line(entry) * line_bytes;
    const bool failed = !fill->is_response_ok();
    ++fills;
    miss_latency_cycles += now - mshr.since(entry);
    mshr_use_.released(mshr.since(entry), now);
    for (Payload* waiter : mshr.waiters(entry)) {
        if (!failed) read_into_payload(*waiter, fill->get_data_ptr(), address);
        waiter->set_response_status(fill->get_response_status());
        fill_queue_.push(waiter, now);
    }
    const ReadOnlyLookup::Installed installed = lookup_.install(entry, failed);
    if (installed.kept) std::memcpy(data_of(installed.way), fill->get_data_ptr(), line_bytes);
    fill->release();
}

bool ReadOnlyCache::look_up(Cycle now) {
    auto& requests = core_in.requests();
    if (!requests.ready(now)) return false;
    Payload* request = requests.head();
    if (recorded()) lookup_served_.show(*request);
    if (moves_nothing(*request) || refuses(*request) || !is_servable(*request)) {
        if (hit_queue_.filled()) return false;
        if (moves_nothing(*request)) request->set_response_status(tlm::TLM_OK_RESPONSE);
        if (!moves_nothing(*request) && !request->is_read()) ++refused;
        hit_queue_.push(requests.pop(now), now + parameters_.latency_cycles);
        return true;
    }
    if (!read(request, now)) return false;
    if (stalled_since_ != never) end_stall(now);
    requests.pop(now);
    return true;
}

// What is read only cannot be written, and an atomic writes.
bool ReadOnlyCache::refuses(Payload& payload) {
    if (payload.is_read()) return false;
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return true;
}

// False if the read has to wait.
bool ReadOnlyCache::read(Payload* request, Cycle now) {
    const std::uint64_t line = request->get_address() / line_bytes;
    const ReadOnlyLookup::Found found = lookup_.find(line, miss_queue_.filled());
    if (found.outcome == CacheOutcome::hit && hit_queue_.filled()) {
        begin_stall(StallCause::response_queue_full, now);
        return false;
    }
    switch (found.outcome) {
        case CacheOutcome::reservation_fail:
            begin_stall(found.stall, now);
            return false;
        case CacheOutcome::hit:
            serve_hit(request, found.way, now);
            break;
        case CacheOutcome::hit_reserved:
            ++hits_reserved;
            lookup_.merge(found.entry, request);
            break;
        case CacheOutcome::miss:
            ++misses;
            fetch(request, line, now);
            break;
    }
    ++accesses;
    gpu_access(*request).missed_l1 = found.outcome != CacheOutcome::hit;
    return true;
}

void ReadOnlyCache::serve_hit(Payload* request, unsigned way, Cycle now) {
    ++hits;
    lookup_.hit(way);
    read_into_payload(*request, data_of(way), line_of(request->get_address()));
    request->set_response_status(tlm::TLM_OK_RESPONSE);
    hit_queue_.push(request, now + parameters_.latency_cycles);
}

// The fetch is of the kind of the read; data caches on its way pass it on.
void ReadOnlyCache::fetch(Payload* request, std::uint64_t line, Cycle now) {
    const ReadOnlyLookup::Fetch fetch = lookup_.miss(line, request, now);
    if (fetch.evicted) ++evictions;
    LinePayload* fill = pool_.acquire(tlm::TLM_READ_COMMAND, line * line_bytes, line_bytes);
    fill->access = gpu_access(*request);
    fill->access.route.clear();
    fill->access.bypass_l1 = true;
    fill->access.foreign = false;
    fill->access.word_mask = ~std::uint32_t{0};
    fill->access.route.push(fetch.entry);
    miss_queue_.push(fill, now);
}

bool ReadOnlyCache::send(Cycle now) {
    if (!miss_queue_.ready(now) || !memory_out.can_send(now)) return false;
    memory_out.send(miss_queue_.pop(now), now);
    return true;
}

bool ReadOnlyCache::respond(Cycle now) {
    const bool hit = hit_queue_.ready(now), fill = fill_queue_.ready(now);
    if ((!hit && !fill) || !core_in.can_respond(now)) return false;
    last_was_hit_ = hit && (!fill || !last_was_hit_);
    core_in.respond((last_was_hit_ ? hit_queue_ : fill_queue_).pop(now), now);
    return true;
}

// A request that waits is counted once, with the cause it met first.
void ReadOnlyCache::begin_stall(StallCause cause, Cycle now) {
    if (stalled_since_ != never) return;
    stalled_since_ = now;
    stall_ = cause;
    if (cause == StallCause::mshr_full) ++fails_mshr_full;
    if (cause == StallCause::mshr_merge_full) ++fails_merge_full;
    if (cause == StallCause::no_replaceable_way) ++fails_no_way;
    if (cause == StallCause::miss_queue_full) ++fails_miss_queue;
}

void ReadOnlyCache::end_stall(Cycle now) {
    const Cycle stalled = now - stalled_since_;
    stalled_since_ = never;
    stall_cycles += stalled;
    if (stall_ == StallCause::mshr_full) mshr_stall_cycles += stalled;
    if (stall_ == StallCause::mshr_merge_full) merge_stall_cycles += stalled;
    if (stall_ == StallCause::no_replaceable_way) way_stall_cycles += stalled;
    if (stall_ == StallCause::miss_queue_full) miss_queue_stall_cycles += stalled;
}

void ReadOnlyCache::settle_counters() {
    const Cycle now = domain().now();
    mshr_use_.settle(lookup_.mshr(), now);
    if (stalled_since_ == never || stalled_since_ >= now) return;
    end_stall(now);
    stalled_since_ = now;
}

void ReadOnlyCache::trace() {
    request_queue_signal_.set(core_in.requests().size());
    miss_queue_signal_.set(miss_queue_.size());
    mshr_signal_.set(lookup_.mshr().count());
    hits_signal_.set(hits.value());
    misses_signal_.set(misses.value());
    stall_signal_.set(stalled_since_ != never);
}

void ReadOnlyCache::report_outstanding(std::ostream& out) const {
    const Mshr<Payload*>& mshr = lookup_.mshr();
    if (core_in.idle() && mshr.empty()) return;
    out << name() << ": " << core_in.requests().size() << " requests wait, " << miss_queue_.size()
        << " in the miss queue, " << mshr.count() << " lines outstanding";
    if (stalled_since_ != never) out << ", stalled: " << to_string(stall_);
    out << '\n';
    for (unsigned entry = 0; entry < mshr.capacity(); ++entry)
        if (mshr.used(entry))
            out << "  line 0x" << std::hex << mshr.line(entry) * line_bytes << std::dec << ", "
                << mshr.waiters(entry).size() << " waiting\n";
}

}  // namespace heddle
