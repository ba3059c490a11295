#include "heddle/l1_cache/l1_cache.h"

#include <algorithm>
#include <string>

namespace heddle {

L1Cache::L1Cache(sc_core::sc_module_name name, ClockDomain& domain, const L1CacheParameters& parameters)
    : Ticked(name, domain, this),
      core_in(first_bank_.in),
      memory_out(*this, "memory_out", 4),
      kernel_events_in(*this, *this, "kernel_events_in"),
      line_events_out("line_events_out", domain),
      first_bank_(*this, *this, validated(parameters, "l1_cache"), 0),
      miss_queue_(parameters.miss_queue_entries),
      next_ways_(parameters.ways),
      banked_(parameters.sockets() > 1),
      store_port_(parameters.store_port),
      ports_(parameters.ports),
      lookup_after_latency_(parameters.lookup_after_latency),
      answers_in_turn_(parameters.answers_in_turn),
      hit_latency_(parameters.lookup_after_latency ? 0 : parameters.latency_cycles),
      lookup_(parameters),
      data_(make_host_line_array<std::uint8_t>(parameters.size_bytes)),
      parameters_(parameters),
      carveouts_(parameters.carveouts()) {
    for (unsigned bank = 1; bank < parameters.sockets(); ++bank)
        other_banks_.push_back(std::make_unique<L1Bank>(*this, *this, parameters, bank));
    if (parameters.perfect) perfect_ = std::make_unique<PerfectCache>();
    if (parameters.sector_stores) store_parts_ = std::make_unique<L1StoreParts>();
    if (parameters.sector_banks)
        sector_banks_ = std::make_unique<L1SectorBanks>(parameters.sectors_per_line(), parameters.latency_cycles + 1);
    if (parameters.counts_prefetches) prefetches_ = std::make_unique<PrefetchStatistics>(*this);
    if (banked()) bank_counters_ = std::make_unique<L1BankCounters>(*this);
    for (unsigned bank = 0; bank < parameters.sockets(); ++bank) {
        const std::string step = banked() ? "bank_" + std::to_string(bank) + "_lookup" : "lookup";
        lookup_served_.push_back(std::make_unique<ServedSignals>(*this, step));
    }
}

// What the cache holds may be older than what the host or another SM has written since (MECHANISMS 0).
void L1Cache::kernel_boundary(KernelEvent event, Cycle now) {
    if (event == KernelEvent::started) drop_from_ = now + 1;
}

// What shared memory does not take is L1.
void L1Cache::kernel_takes_shared(std::uint32_t bytes) {
    if (carveouts_.none()) return;
    const std::optional<unsigned> taken = carveouts_.least(bytes);
    if (!taken)
        throw SimulationError(std::string(name()) + ": a kernel takes " + std::to_string(bytes) +
                              " bytes of shared memory, more than the largest of l1_cache.shared_carveouts=" +
                              parameters_.shared_carveouts + " (KB)");
    next_ways_ = (parameters_.size_bytes - *taken) / (parameters_.sets() * line_bytes);
}

void L1Cache::tick(Cycle now) {
    if (banked())
        cycle<true>(now);
    else
        cycle<false>(now);
    if (recorded()) trace();
}

// A request may be sent to the L2 in the cycle of its lookup, and the L2's response to the core in the cycle in which
// it is taken: the registers are at the ports, and latency_cycles is the time that a hit takes inside.
template <bool with_banks>
void L1Cache::cycle(Cycle now) {
    if (first_bank_.predicted_from != never) end_prediction(now);
    if (drop_from_ <= now) drop_all();
    bool progress = memory_out.responses().ready(now) && take_response(now);
    if (!with_banks && sector_banks_)
        progress |=
            first_bank_.in.requests().ready(now) && sector_banks_->admits(awaited_sectors_) && advance_by_sector(now);
    else if (lookup_after_latency_)
        for_each_bank<with_banks>([&](L1Bank& bank) { progress |= bank.advance(now); });
    else
        progress |= respond<with_banks>(now);
    const bool sent = send_to_l2(now);
    bool served = false;
    if (!with_banks && sector_banks_)
        served = (first_bank_.lookups->ready(now) || sector_banks_->to_look_up(miss_queue_.filled())) &&
                 look_up_sectors(now);
    else if (with_banks && answers_in_turn_)
        served = look_up_in_turn(now);
    else
        for_each_bank<with_banks>([&](L1Bank& bank) {
            if (!with_banks || !served || !store_port_) served |= look_up(bank, now);
        });
    // A hit has had its latency: it is answered in the cycle of its lookup.
    if (lookup_after_latency_) progress |= respond<with_banks>(now);
    if (with_banks) end_lookups(served);
    progress |= sent | served;
    if (!sent && send_to_l2(now)) {
        progress = true;
        // With several ports a miss of this cycle may have found the miss queue full before this request left it.
        if (first_bank_.stall == StallCause::miss_queue_full) first_bank_.stall = StallCause::none;
    }
    for_each_bank<with_banks>([&](L1Bank& bank) { bank.in.service(now); });
    memory_out.service(now);
    const Cycle next = next_tick<with_banks>(progress, now);
    if (next != never) wake_at(next);
}

template <bool with_banks>
inline bool L1Cache::respond(Cycle now) {
    if (with_banks && answers_in_turn_) return respond_in_turn(now);
    bool progress = false;
    for_each_bank<with_banks>([&](L1Bank& bank) { progress |= bank.respond(now); });
    return progress;
}

// The banks are one pipeline, whose data array reads hits in a cycle or gives one load that has waited its bytes, the
// oldest first. Such a load takes the place of hits that would be looked up in this cycle; if they had to wait for one
// before, it is their turn, and the load's again in the next cycle, be there still a hit or not.
bool L1Cache::respond_in_turn(Cycle now) {
    bool progress = false;
    L1Bank* oldest = nullptr;
    for_each_bank<true>([&](L1Bank& bank) {
        if (bank.has_hit(now)) {
            bank.respond(bank.hit_queue, now);
            progress = true;
        }
        if (waited_pace_.open(now) && bank.has_waited(now) &&
            (!oldest || OldestFirst::before(bank.waited.turn(), oldest->waited.turn())))
            oldest = &bank;
    });
    data_array_taken_ = oldest && !hits_held_up_;
    hits_held_up_ = false;
    if (!data_array_taken_) return progress || oldest;
    waited_pace_.take(now, oldest->waited.merged() ? parameters_.waited_interval_percent : 100);
    oldest->respond_oldest(now);
    return true;
}

// Requests that came in the same cycle are looked up together, whatever their banks, and no younger one is before all
// of them have been served.
bool L1Cache::look_up_in_turn(Cycle now) {
    Cycle first = never;
    for_each_bank<true>([&](L1Bank& bank) { first = std::min(first, bank.lookups->head_visible()); });
    bool served = false;
    for_each_bank<true>([&](L1Bank& bank) {
        if (bank.lookups->head_visible() != first) return;
        served |= look_up(bank, now);
        hits_held_up_ |= data_array_taken_ && bank.stall == StallCause::response_queue_full;
    });
    return served;
}

bool L1Cache::send_to_l2(Cycle now) {
    if (!miss_queue_.ready(now) || !memory_out.can_send(now)) return false;
    memory_out.send(miss_queue_.pop(now), now);
    return true;
}

// A stalled head was looked up after everything that could have helped it in this cycle: it needs a response from the
// L2, or an entry of a queue, and these ask for a tick themselves. Only with banks may a later bank have helped it, by
// dropping a line, or because it leaves the miss port free in the next cycle.
template <bool with_banks>
inline Cycle L1Cache::next_tick(bool progress, Cycle now) {
    Cycle next =
        std::min(memory_out.due(now, progress), miss_queue_.due(now, progress, memory_out.request_link_open()));
    for_each_bank<with_banks>([&](L1Bank& bank) { next = std::min(next, bank.responses_due(now, progress)); });
    if (next == now + 1) return next;
    if (!with_banks && sector_banks_ && progress && sector_banks_->to_look_up(miss_queue_.filled())) return now + 1;
    if (with_banks && !waited_pace_.open(now)) next = std::min(next, waited_pace_.opens());
    for_each_bank<with_banks>([&](L1Bank& bank) {
        if (bank.stall != StallCause::none && !with_banks && !lookup_after_latency_) return;
        const Cycle head_due = bank.requests_due(now, progress);
        if (with_banks || lookup_after_latency_ || head_due != now + 1 || !predicts_stall(now))
            next = std::min(next, head_due);
    });
    return next;
}

// If the stall was predicted for this very cycle, the head is looked up as usual.
void L1Cache::end_prediction(Cycle now) {
    if (first_bank_.predicted_from < now)
        count_stall(first_bank_, first_bank_.predicted_from);
    else
        first_bank_.stall = StallCause::none;
    first_bank_.predicted_from = never;
}

void L1Cache::settle_counters() {
    const Cycle now = domain().now();
    if (first_bank_.predicted_from < now) end_prediction(now);
    settle_stalls(now);
    mshr_use_.settle(lookup_.mshr(), now);
    if (prefetches_) prefetches_->settle();
}

void L1Cache::end_of_elaboration() {
    lookup_.report_to(observer());
    if (perfect_) domain().call_alone(id(), PerfectCache::called_alone);
}

// What the requests that wait for their lookup have found may be wrong now.
void L1Cache::lines_changed() {
    for_each_bank<true>([](L1Bank& bank) { bank.head.kind = L1RequestKind::unknown; });
    if (sector_banks_) sector_banks_->lines_changed();
}

LineObserver* L1Cache::observer() {
    LineObserver* listener = line_events_out.observer();
    if (listener) domain().call_alone(id(), "reports to a monitor");
    return prefetches_ ? prefetches_->tracker.in_front_of(listener) : listener;
}

void L1Cache::end_lookups(bool served) {
    miss_port_taken_ = false;
    if (served) ++bank_counters_->serving_cycles;
}

bool L1Cache::idle() const {
    for (const auto& bank : other_banks_)
        if (!bank->in.idle() || bank->requests_waiting()) return false;
    return first_bank_.in.idle() && !first_bank_.requests_waiting() && memory_out.idle() && lookup_.mshr().empty() &&
           pool_.live() == 0 && (!store_parts_ || store_parts_->empty()) && (!sector_banks_ || sector_banks_->empty());
}

std::size_t L1Cache::requests_queued() const {
    std::size_t sum = first_bank_.requests_waiting() + (sector_banks_ ? sector_banks_->waiting() : 0);
    for (const auto& bank : other_banks_) sum += bank->requests_waiting();
    return sum;
}

bool L1Cache::any_stalled() const {
    bool any = first_bank_.first_stall != StallCause::none || first_bank_.predicted_from != never;
    for (const auto& bank : other_banks_) any |= bank->first_stall != StallCause::none;
    if (sector_banks_) any |= sector_banks_->any_stalled();
    return any;
}

void L1Cache::trace() {
    request_queue_signal_.set(requests_queued());
    miss_queue_signal_.set(miss_queue_.size());
    mshr_signal_.set(lookup_.mshr().count());
    hits_signal_.set(hits.value());
    misses_signal_.set(misses.value());
    stall_signal_.set(any_stalled());
}

void L1Cache::report_outstanding(std::ostream& out) const {
    if (idle()) return;
    const Mshr<L1Waiter>& mshr = lookup_.mshr();
    const bool lines = lookup_.sectors().count == 1;
    out << name() << ": " << requests_queued() << " requests queued" << (any_stalled() ? " (the first is stalled)" : "")
        << ", " << mshr.count() << (lines ? " lines" : " sectors") << " outstanding, " << miss_queue_.size()
        << " requests wait for the L2" << (memory_out.can_send(domain().now()) ? "" : " (which takes none)") << "\n";
    for (unsigned entry = 0; entry < mshr.capacity(); ++entry)
        if (mshr.used(entry))
            out << (lines ? "  line 0x" : "  sector 0x") << std::hex << mshr.line(entry) * lookup_.sectors().bytes()
                << std::dec << ", " << mshr.waiters(entry).size() << " waiting\n";
}

}  // namespace heddle
