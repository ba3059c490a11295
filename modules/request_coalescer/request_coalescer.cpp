#include "heddle/request_coalescer/request_coalescer.h"

#include <algorithm>
#include <string>

#include "heddle/base/payload_bytes.h"

namespace heddle {
namespace {

// The registers of a link: with two entries it carries a transaction in every cycle.
constexpr std::size_t link_entries = 2;
// In the return route, in the place of an entry: no read can merge with this request.
constexpr unsigned no_entry = 0xFFFF;
constexpr unsigned no_route = no_entry + 1;  // the reply has none
bool changes_memory(Payload& payload) {
    return payload.is_write() || is_atomic(payload);
}

// Replies that can be on their way between the halves: a slice gives one per cycle.
std::size_t late_replies(Cycle latency, Cycle atomic_latency) {
    return static_cast<std::size_t>(std::max(latency, atomic_latency)) + link_entries;
}

}  // namespace

RequestCoalescer::RequestCoalescer(sc_core::sc_module_name name, ClockDomain& domain,
                                   const RequestCoalescerParameters& parameters, std::vector<unsigned> group_of_sm,
                                   std::vector<bool> far_sm)
    : Ticked(name, domain, this),
      request_in(*this, *this, "request_in", link_entries),
      l2_out(*this, "l2_out", link_entries),
      host_in(*this, "host_in"),
      kernel_events_in(*this, *this, "kernel_events_in"),
      reads_per_entry(*this, "reads_per_entry", "entries", "entries by the number of reads that their reply served",
                      validated(parameters, this->name()).merges + 1),
      max_merges_(parameters.merges),
      group_of_sm_(std::move(group_of_sm)),
      far_sm_(std::move(far_sm)),
      far_latency_(far_sm_.empty() ? 0 : parameters.far_latency_cycles),
      far_atomic_latency_(far_sm_.empty() ? 0 : parameters.far_atomic_latency_cycles),
      table_(parameters.entries, parameters.merges),
      copies_(far_latency_ ? parameters.copy_lines : 0),
      late_(late_replies(far_latency_, far_atomic_latency_)) {}

void RequestCoalescer::kernel_boundary(KernelEvent, Cycle now) {
    close_from_ = now + 1;
}

void RequestCoalescer::tick(Cycle now) {
    if (close_from_ <= now) {
        close_from_ = never;
        table_.close_all();
    }
    bool progress = request_in.can_respond(now) && respond(now);
    progress |= take_request(now);
    request_in.service(now);
    l2_out.service(now);
    if (recorded()) show_state();
    if (sharing_ != ReadTable::none && request_in.can_respond(now + 1)) wake_at(now + 1);
    sleep_or_continue(progress, now, request_in, l2_out, late_);
}

// One response per cycle, as the slice itself would give them. A reply ends the merging with its read.
bool RequestCoalescer::respond(Cycle now) {
    if (sharing_ != ReadTable::none) {
        Payload* read = table_.merged(sharing_, shared_);
        if (++shared_ == table_.merged(sharing_)) {
            release(sharing_, now);
            sharing_ = ReadTable::none;
        }
        ++responses;
        request_in.respond(read, now);
        return true;
    }
    Payload* reply = next_reply(now);
    if (!reply) return false;
    const unsigned entry = entry_of(*reply);
    if (entry != no_entry) share(*reply, entry, now);
    ++responses;
    request_in.respond(reply, now);
    return true;
}

// Those that come late are passed on when they arrive; replies to others pass them. They are set aside at once, also in
// a cycle in which another one is passed on, so that they keep nobody's place.
Payload* RequestCoalescer::next_reply(Cycle now) {
    auto& replies = l2_out.responses();
    while (far_latency_ && replies.ready(now) && !late_.filled()) {
        const Cycle arrival = this->arrival(*replies.head(), now);
        if (arrival <= now) break;
        late_.push(replies.pop(now), arrival);
    }
    if (late_.ready(now)) return late_.pop();
    return replies.ready(now) && !(far_latency_ && late_.filled()) ? replies.pop(now) : nullptr;
}

// The first read of a line by an SM of the other half brings a copy there; others wait for it. Atomics are performed
// where the line belongs.
Cycle RequestCoalescer::arrival(Payload& reply, Cycle now) {
    if (reply.is_write() || !is_far(gpu_access(reply))) return now;
    if (is_atomic(reply)) return now + far_atomic_latency_;
    if (!reply.is_read()) return now;
    const std::uint64_t line = line_of(reply.get_address());
    const Cycle arrival = copies_.touch(line);
    if (arrival == never) {
        ++far_reads;
        copies_.insert(line, now + far_latency_);
        return now + far_latency_;
    }
    if (arrival > now) ++copy_waits;
    return arrival;
}

unsigned RequestCoalescer::entry_of(Payload& reply) const {
    ReturnRoute& route = gpu_access(reply).route;
    const unsigned entry = route.depth() ? route.pop() : no_route;
    if (entry == no_entry || table_.in_use(entry)) return entry;
    throw SimulationError(std::string(name()) + ": the return route of the reply for address " +
                          std::to_string(reply.get_address()) + " does not name one of the reads that are outstanding");
}

// Now and not with each response: whoever gets the first may reuse its bytes. They are the same bytes of memory,
// whatever a bridge has made of the address.
void RequestCoalescer::share(const Payload& reply, unsigned entry, Cycle now) {
    table_.close(entry);
    const unsigned merged = table_.merged(entry);
    reads_per_entry.add(merged + 1);
    for (unsigned place = 0; place < merged; ++place) {
        Payload* read = table_.merged(entry, place);
        if (reply.is_response_ok()) copy_bytes(read->get_data_ptr(), reply.get_data_ptr(), read->get_data_length());
        read->set_response_status(reply.get_response_status());
        gpu_access(*read).route.share();
    }
    if (!merged) return release(entry, now);
    sharing_ = entry;
    shared_ = 0;
}

void RequestCoalescer::release(unsigned entry, Cycle now) {
    table_.release(entry);
    entries_in_use_.change(-1, now);
}

// In the order in which they come; a merged read needs no room in the slice.
bool RequestCoalescer::take_request(Cycle now) {
    auto& requests = request_in.requests();
    if (!requests.ready(now)) return false;
    Payload& request = *requests.head();
    const bool mergeable = merges(request);
    const unsigned entry = mergeable ? table_.find(describe(request)) : ReadTable::none;
    if (entry == ReadTable::none && !l2_out.can_send(now)) return false;
    requests.pop(now);
    if (recorded()) request_served_.show(request);
    if (request.is_read()) ++reads;
    if (request.is_read() && !mergeable) ++unmergeable_reads;
    if (entry == ReadTable::none) {
        send(request, mergeable, now);
    } else {
        ++merged_reads;
        table_.merge(entry, &request);
    }
    return true;
}

// A part of a line that byte enables choose, streams and accesses across lines are the slice's affair.
bool RequestCoalescer::merges(Payload& request) const {
    if (!request.is_read() || max_merges_ == 1) return false;
    const GpuAccess& access = gpu_access(request);
    const std::uint64_t address = request.get_address();
    const unsigned bytes = request.get_data_length();
    return access.kind == AccessKind::load && access.space == AddressSpace::global && !access.foreign &&
           access.sm < group_of_sm_.size() && !request.get_byte_enable_ptr() &&
           request.get_streaming_width() >= bytes && bytes > 0 && line_of(address) == line_of(address + bytes - 1);
}

SharedRead RequestCoalescer::describe(Payload& request) const {
    return {request.get_address(), request.get_data_length(), group_of_sm_[gpu_access(request).sm]};
}

void RequestCoalescer::send(Payload& request, bool mergeable, Cycle now) {
    unsigned entry = no_entry;
    if (mergeable && table_.full()) {
        ++full_passes;
    } else if (mergeable) {
        entry = table_.allocate(describe(request));
        entries_in_use_.change(1, now);
    } else if (changes_memory(request)) {
        if (!request.is_write() && is_far(gpu_access(request))) ++far_atomics;
        closed_by_stores += close_written(request.get_address(), request.get_data_length());
    }
    gpu_access(request).route.push(entry);
    l2_out.send(&request, now);
}

// What is outstanding may be older than the write. Only foreign initiators and hosts write more than a line at once.
unsigned RequestCoalescer::close_written(std::uint64_t address, unsigned bytes) {
    const std::uint64_t line = line_of(address);
    copies_.drop(line);
    if (bytes == 0 || line == line_of(address + bytes - 1)) return table_.close_line(line);
    copies_.clear();
    return table_.close_all();
}

// A write is done when the call returns: what was read before must not be shared after it.
void RequestCoalescer::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    if (payload.is_read()) {
        ++reads;
        ++unmergeable_reads;
    }
    const bool changes = changes_memory(payload);
    const std::uint64_t address = payload.get_address();  // what is behind may change it
    delay += domain().period();
    l2_out->b_transport(payload, delay);
    delay += domain().period();
    if (changes) closed_by_stores += close_written(address, payload.get_data_length());
    ++responses;
}

unsigned RequestCoalescer::serve_debug(Payload& payload, unsigned) {
    if (payload.is_write()) close_written(payload.get_address(), payload.get_data_length());
    return l2_out->transport_dbg(payload);
}

void RequestCoalescer::show_state() {
    request_queue_signal_.set(request_in.requests().size());
    entries_signal_.set(table_.used());
    merged_signal_.set(merged_reads.value());
}

void RequestCoalescer::report_outstanding(std::ostream& out) const {
    if (idle()) return;
    out << name() << ": " << request_in.requests().size() << " requests wait, " << table_.used()
        << " reads with an entry outstanding, " << l2_out.responses().size() << " responses wait\n";
}

}  // namespace heddle
