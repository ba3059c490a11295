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
      miss_queue_(parameters.miss_queue_entries),
      banked_(parameters.banks > 1),
      plain_(!parameters.sectored && !parameters.allocate_on_fill && !parameters.write_allocate),
      ports_(parameters.ports),
      sectors_{parameters.sectors_per_line()},
      tags_(parameters.set_index(), parameters.ways, parameters.sectors_per_line()),
      mshr_(parameters.mshr_entries, parameters.mshr_merges, !plain_),
      data_(make_host_line_array<std::uint8_t>(parameters.size_bytes)),
      parameters_(parameters) {
    for (unsigned bank = 1; bank < parameters.banks; ++bank)
        other_banks_.push_back(std::make_unique<L1Bank>(*this, *this, parameters, bank));
    if (banked()) counted_ = std::make_unique<L1BankCounters>(*this);
    if (!parameters.allocate_on_fill && !plain_) fetches_of_.resize(tags_.lines());
}

void L1Cache::tick(Cycle now) {
    if (banked())
        cycle<true>(now);
    else
        cycle<false>(now);
    if (recorded()) trace();
}

// A request flows through in the cycle it is looked up, an answer in the cycle it comes from below: the registers are
// at the ports, and the time an access takes inside is latency_cycles.
template <bool with_banks>
void L1Cache::cycle(Cycle now) {
    if (first_bank_.foreseen_from != never) end_foresight(now);
    bool progress = memory_out.responses().ready(now) && take_below(now);
    for_each_bank<with_banks>([&](L1Bank& bank) { progress |= bank.respond(now); });
    const bool sent = send_below(now);
    bool served = false;
    for_each_bank<with_banks>([&](L1Bank& bank) { served |= look_up(bank, now); });
    if (with_banks) end_lookups(served);
    progress |= sent | served;
    if (!sent) progress |= send_below(now);
    for_each_bank<with_banks>([&](L1Bank& bank) { bank.in.service(now); });
    memory_out.service(now);
    const Cycle next = next_tick<with_banks>(progress, now);
    if (next != never) wake_at(next);
}

bool L1Cache::send_below(Cycle now) {
    if (!miss_queue_.ready(now) || !memory_out.can_send(now)) return false;
    memory_out.send(miss_queue_.pop(now), now);
    return true;
}

// A head that was stalled was looked up after everything that could have helped it in this cycle: it needs an answer
// from below, or one of the queues to move, and those call for a tick themselves. Only with banks a later one may have
// helped it, by dropping a line or by leaving it the miss port in the next cycle.
template <bool with_banks>
inline Cycle L1Cache::next_tick(bool progress, Cycle now) {
    Cycle next =
        std::min(memory_out.due(now, progress), miss_queue_.due(now, progress, memory_out.request_link_open()));
    for_each_bank<with_banks>([&](L1Bank& bank) { next = std::min(next, bank.answers_due(now, progress)); });
    if (next == now + 1) return next;
    for_each_bank<with_banks>([&](L1Bank& bank) {
        if (bank.stall != StallCause::none && !with_banks) return;
        const Cycle head_due = bank.in.due(now, progress);
        if (with_banks || head_due != now + 1 || !foresees_stall(now)) next = std::min(next, head_due);
    });
    return next;
}

// If the stall was foreseen for this very cycle, the head is looked up as ever.
void L1Cache::end_foresight(Cycle now) {
    if (first_bank_.foreseen_from < now)
        count_stall(first_bank_, first_bank_.foreseen_from);
    else
        first_bank_.stall = StallCause::none;
    first_bank_.foreseen_from = never;
}

void L1Cache::settle_counters() {
    if (first_bank_.foreseen_from < domain().now()) end_foresight(domain().now());
}

void L1Cache::end_lookups(bool served) {
    miss_port_taken_ = false;
    if (served) ++counted_->serving_cycles;
}

void L1Cache::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    const bool nothing_to_do = moves_nothing(payload);
    if (!nothing_to_do && !is_servable(payload)) return;
    first_bank_.head.kind = L1Head::Kind::unknown;  // it may be this line that the head asks for
    delay += parameters_.latency_cycles * domain().period();
    if (nothing_to_do) {
        if (gpu_access(payload).kind == AccessKind::invalidate) drop_all();
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return;
    }
    const std::uint64_t line = payload.get_address() / line_bytes;
    const unsigned way = tags_.find(line);
    const bool looks_up = payload.is_read() && !gpu_access(payload).bypass_l1;
    L1Head found;
    (is_there(payload, way) ? found.there : found.absent) = sectors_.asked(payload);
    if (looks_up) count_load(payload, found);
    if (looks_up && found.there) {
        read_into_payload(payload, data_of(way), line * line_bytes);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return;
    }
    if (!looks_up) count_passing(payload);
    memory_out->b_transport(payload, delay);
}

unsigned L1Cache::serve_debug(Payload& payload, unsigned) {
    if (!is_servable(payload)) return 0;
    first_bank_.head.kind = L1Head::Kind::unknown;
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
        forget_line(line, way);
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
    bool any = first_bank_.stalled_since != never || first_bank_.foreseen_from != never;
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
