#include "l1_cache/l1_cache.h"

#include <algorithm>

#include "base/payload_bytes.h"

namespace heddle {
namespace {

const L1CacheParameters& checked(const L1CacheParameters& parameters) {
    parameters.validate("l1_cache");
    return parameters;
}

}  // namespace

L1Cache::L1Cache(sc_core::sc_module_name name, ClockDomain& domain, const L1CacheParameters& parameters)
    : Ticked(name, domain, this),
      core_in(*this, *this, "core_in", checked(parameters).request_queue_entries),
      memory_out(*this, "memory_out", 4),
      parameters_(parameters),
      sectors_{parameters.sectors_per_line()},
      tags_(parameters.sets(), parameters.ways, sectors_.count),
      mshr_(parameters.mshr_entries, parameters.mshr_merges),
      next_of_fetch_(parameters.mshr_entries),
      fetches_of_(tags_.lines()),
      data_(std::size_t{parameters.size_bytes}),
      hit_queue_(std::size_t{parameters.latency_cycles + 1} * parameters.ports + parameters.hit_queue_entries),
      fill_queue_(std::size_t{parameters.mshr_entries} * parameters.mshr_merges + 2),
      miss_queue_(parameters.miss_queue_entries) {}

// A request flows through in the cycle it is looked up, an answer in the cycle it comes from below: the registers are
// at the ports, and the time an access takes inside is latency_cycles.
void L1Cache::tick(Cycle now) {
    bool progress = take_below(now);
    progress |= respond(now);
    const bool sent = send_below(now);
    progress |= sent | look_up(now);
    if (!sent) progress |= send_below(now);
    core_in.service(now);
    memory_out.service(now);
    sleep(progress, now);
    if (recorded()) trace();
}

bool L1Cache::send_below(Cycle now) {
    if (!miss_queue_.ready(now) || !memory_out.can_send(now)) return false;
    memory_out.send(miss_queue_.pop(now), now);
    return true;
}

// A head that was stalled was looked up after everything that could have helped it in this cycle: it needs an answer
// from below, or one of the queues to move, and those call for a tick themselves.
void L1Cache::sleep(bool progress, Cycle now) {
    Cycle next = stall_ != StallCause::none ? never : core_in.due(now, progress);
    next = std::min(next, memory_out.due(now, progress));
    next = std::min(next, hit_queue_.due(now, progress, core_in.response_link_open()));
    next = std::min(next, fill_queue_.due(now, progress, core_in.response_link_open()));
    next = std::min(next, miss_queue_.due(now, progress, memory_out.request_link_open()));
    if (next != never) wake_at(next);
}

// One answer per cycle; hits and fills take turns when both have one.
bool L1Cache::respond(Cycle now) {
    const bool hit = hit_queue_.ready(now), fill = fill_queue_.ready(now);
    if ((!hit && !fill) || !core_in.can_respond(now)) return false;
    last_was_hit_ = hit && (!fill || !last_was_hit_);
    core_in.respond((last_was_hit_ ? hit_queue_ : fill_queue_).pop(now), now);
    return true;
}

bool L1Cache::look_up(Cycle now) {
    bool progress = false;
    stall_ = StallCause::none;
    for (unsigned port = 0; port < parameters_.ports && core_in.requests().ready(now); ++port) {
        stall_ = try_serve(core_in.requests().head(), now);
        if (stall_ != StallCause::none) {
            count_stall(stall_, now);
            break;
        }
        if (stalled_since_ != never) {
            stall_cycles += now - stalled_since_;
            stalled_since_ = never;
        }
        core_in.requests().pop(now);
        progress = true;
    }
    return progress;
}

// Serves the request or says what is in the way, having changed nothing.
StallCause L1Cache::try_serve(Payload* request, Cycle now) {
    const bool nothing_to_do = moves_nothing(*request);
    if (nothing_to_do || !is_servable(*request)) {
        if (hit_queue_.filled()) return StallCause::response_queue_full;
        if (nothing_to_do) request->set_response_status(tlm::TLM_OK_RESPONSE);
        if (gpu_access(*request).kind == AccessKind::invalidate) drop_all();
        hit_queue_.push(request, now + parameters_.latency_cycles);
        return StallCause::none;
    }
    if (request->is_read() && !gpu_access(*request).bypass_l1) return load(request, now);
    if (miss_queue_.filled()) return StallCause::miss_queue_full;
    count_passing(*request);
    miss_queue_.push(request, now);
    return StallCause::none;
}

void L1Cache::count_stall(StallCause cause, Cycle now) {
    if (stalled_since_ != never) return;
    stalled_since_ = now;
    switch (cause) {
        case StallCause::mshr_full:
            ++fails_mshr_full;
            break;
        case StallCause::mshr_merge_full:
            ++fails_merge_full;
            break;
        case StallCause::no_replaceable_way:
            ++fails_no_way;
            break;
        case StallCause::miss_queue_full:
            ++fails_miss_queue;
            break;
        default:
            break;
    }
}

void L1Cache::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    const bool nothing_to_do = moves_nothing(payload);
    if (!nothing_to_do && !is_servable(payload)) return;
    delay += parameters_.latency_cycles * domain().period();
    if (nothing_to_do) {
        if (gpu_access(payload).kind == AccessKind::invalidate) drop_all();
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return;
    }
    const std::uint64_t line = payload.get_address() / line_bytes;
    const unsigned way = tags_.find(line);
    const bool looks_up = payload.is_read() && !gpu_access(payload).bypass_l1;
    if (looks_up && is_there(payload, way)) {
        count_load(payload, {line, way, sectors_.asked(payload), 0, 0});
        read_into_payload(payload, data_of(way), line * line_bytes);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return;
    }
    if (looks_up)
        count_load(payload, {line, way, 0, 0, sectors_.asked(payload)});
    else
        count_passing(payload);
    memory_out->b_transport(payload, delay);
}

unsigned L1Cache::serve_debug(Payload& payload, unsigned) {
    if (!is_servable(payload)) return 0;
    const std::uint64_t line = payload.get_address() / line_bytes;
    const unsigned way = tags_.find(line);
    if (is_there(payload, way)) {
        if (payload.is_read()) {
            read_into_payload(payload, data_of(way), line * line_bytes);
            payload.set_response_status(tlm::TLM_OK_RESPONSE);
            return payload.get_data_length();
        }
        if (payload.is_write()) write_from_payload(payload, data_of(way), line * line_bytes);
    } else if (payload.is_write()) {
        forget_line(line);
    }
    return memory_out->transport_dbg(payload);
}

void L1Cache::trace() {
    request_queue_signal_.set(core_in.requests().size());
    miss_queue_signal_.set(miss_queue_.size());
    mshr_signal_.set(mshr_.count());
    hits_signal_.set(hits.value());
    misses_signal_.set(misses.value());
    stall_signal_.set(stalled_since_ != never);
}

void L1Cache::report_outstanding(std::ostream& out) const {
    if (idle()) return;
    out << name() << ": " << core_in.requests().size() << " requests queued"
        << (stalled_since_ != never ? " (the first is stalled)" : "") << ", " << mshr_.count()
        << (sectors_.count == 1 ? " lines" : " sectors") << " outstanding, " << miss_queue_.size()
        << " requests wait for the L2" << (memory_out.can_send(domain().now()) ? "" : " (which takes none)") << "\n";
    for (unsigned entry = 0; entry < mshr_.capacity(); ++entry)
        if (mshr_.used(entry))
            out << (sectors_.count == 1 ? "  line 0x" : "  sector 0x") << std::hex
                << mshr_.line(entry) * sectors_.bytes() << std::dec << ", " << mshr_.waiters(entry).size()
                << " waiting\n";
}

}  // namespace heddle
