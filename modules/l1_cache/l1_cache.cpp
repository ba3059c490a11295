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
      core_in(first_bank_.in),
      memory_out(*this, "memory_out", 4),
      first_bank_(*this, *this, checked(parameters), 0),
      parameters_(parameters),
      sectors_{parameters.sectors_per_line()},
      tags_(parameters.set_index(), parameters.ways, sectors_.count),
      mshr_(parameters.mshr_entries, parameters.mshr_merges),
      next_of_fetch_(parameters.mshr_entries),
      fetches_of_(tags_.lines()),
      data_(std::size_t{parameters.size_bytes}),
      miss_queue_(parameters.miss_queue_entries) {
    for (unsigned bank = 1; bank < parameters.banks; ++bank)
        other_banks_.push_back(std::make_unique<L1Bank>(*this, *this, parameters, bank));
    if (parameters.banks > 1) counted_ = std::make_unique<L1BankCounters>(*this);
}

// A request flows through in the cycle it is looked up, an answer in the cycle it comes from below: the registers are
// at the ports, and the time an access takes inside is latency_cycles.
void L1Cache::tick(Cycle now) {
    bool progress = take_below(now);
    progress |= respond(now);
    const bool sent = send_below(now);
    progress |= sent | look_up(now);
    if (!sent) progress |= send_below(now);
    for_each_bank([now](L1Bank& bank) { bank.in.service(now); });
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
// from below, or one of the queues to move, and those call for a tick themselves. Only with banks a later one may have
// helped it, by dropping a line or by leaving it the miss port in the next cycle.
void L1Cache::sleep(bool progress, Cycle now) {
    Cycle next = memory_out.due(now, progress);
    for_each_bank([&](L1Bank& bank) {
        if (bank.stall == StallCause::none || banked()) next = std::min(next, bank.in.due(now, progress));
        next = std::min(next, bank.answers_due(now, progress));
    });
    next = std::min(next, miss_queue_.due(now, progress, memory_out.request_link_open()));
    if (next != never) wake_at(next);
}

bool L1Cache::respond(Cycle now) {
    bool progress = first_bank_.respond(now);
    for (auto& bank : other_banks_) progress |= bank->respond(now);
    return progress;
}

bool L1Cache::look_up(Cycle now) {
    bool progress = look_up(first_bank_, now);
    if (!banked()) return progress;
    for (auto& bank : other_banks_) progress |= look_up(*bank, now);
    miss_port_taken_ = false;
    if (progress) ++counted_->serving_cycles;
    return progress;
}

bool L1Cache::look_up(L1Bank& bank, Cycle now) {
    bool progress = false;
    bank.stall = StallCause::none;
    for (unsigned port = 0; port < parameters_.ports && bank.in.requests().ready(now); ++port) {
        bank.stall = try_serve(bank, bank.in.requests().head(), now);
        if (bank.stall != StallCause::none) {
            count_stall(bank, now);
            break;
        }
        if (bank.stalled_since != never) {
            stall_cycles += now - bank.stalled_since;
            bank.stalled_since = never;
        }
        bank.in.requests().pop(now);
        progress = true;
    }
    if (progress && banked()) ++counted_->served_requests;
    return progress;
}

// Serves the request or says what is in the way, having changed nothing.
StallCause L1Cache::try_serve(L1Bank& bank, Payload* request, Cycle now) {
    const bool nothing_to_do = moves_nothing(*request);
    if (nothing_to_do || !is_servable(*request)) {
        if (bank.hit_queue.filled()) return StallCause::response_queue_full;
        if (nothing_to_do) request->set_response_status(tlm::TLM_OK_RESPONSE);
        if (gpu_access(*request).kind == AccessKind::invalidate) drop_all();
        bank.hit_queue.push(request, now + parameters_.latency_cycles);
        return StallCause::none;
    }
    if (request->is_read() && !gpu_access(*request).bypass_l1) return load(bank, request, now);
    if (miss_queue_.filled()) return StallCause::miss_queue_full;
    if (miss_port_taken_) return StallCause::miss_port_busy;
    count_passing(*request);
    if (banked()) {
        gpu_access(*request).route.push(bank.number);
        miss_port_taken_ = true;
    }
    miss_queue_.push(request, now);
    return StallCause::none;
}

void L1Cache::count_stall(L1Bank& bank, Cycle now) {
    if (bank.stall == StallCause::miss_port_busy) ++counted_->miss_port_conflicts;
    if (bank.stalled_since != never) return;
    bank.stalled_since = now;
    switch (bank.stall) {
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

bool L1Cache::idle() const {
    for (const auto& bank : other_banks_)
        if (!bank->in.idle()) return false;
    return first_bank_.in.idle() && memory_out.idle() && mshr_.empty() && pool_.live() == 0;
}

std::size_t L1Cache::requests_queued() const {
    std::size_t sum = first_bank_.in.requests().size();
    for (const auto& bank : other_banks_) sum += bank->in.requests().size();
    return sum;
}

bool L1Cache::any_stalled() const {
    bool any = first_bank_.stalled_since != never;
    for (const auto& bank : other_banks_) any |= bank->stalled_since != never;
    return any;
}

void L1Cache::trace() {
    request_queue_signal_.set(requests_queued());
    miss_queue_signal_.set(miss_queue_.size());
    mshr_signal_.set(mshr_.count());
    hits_signal_.set(hits.value());
    misses_signal_.set(misses.value());
    stall_signal_.set(any_stalled());
}

void L1Cache::report_outstanding(std::ostream& out) const {
    if (idle()) return;
    out << name() << ": " << requests_queued() << " requests queued" << (any_stalled() ? " (the first is stalled)" : "")
        << ", " << mshr_.count() << (sectors_.count == 1 ? " lines" : " sectors") << " outstanding, "
        << miss_queue_.size() << " requests wait for the L2"
        << (memory_out.can_send(domain().now()) ? "" : " (which takes none)") << "\n";
    for (unsigned entry = 0; entry < mshr_.capacity(); ++entry)
        if (mshr_.used(entry))
            out << (sectors_.count == 1 ? "  line 0x" : "  sector 0x") << std::hex
                << mshr_.line(entry) * sectors_.bytes() << std::dec << ", " << mshr_.waiters(entry).size()
                << " waiting\n";
}

}  // namespace heddle
