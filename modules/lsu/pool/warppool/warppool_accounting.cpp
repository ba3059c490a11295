// How the unit settles its statistics, its waveform signals, and its deadlock report.
#include "heddle/lsu/pool/warppool/warppool_lsu.h"

namespace heddle {

// Counts the cycles before `cycle`. While the unit sleeps nothing changes, and often the next tick stalls as the last
// one did: then nothing needs to be counted yet.
void WarpPoolLsu::account_until(Cycle cycle, std::uint64_t stalls) {
    const Cycle elapsed = cycle - accounted_;
    const auto cycles = [&](Stall reason) { return elapsed * (stalls >> 8 * static_cast<unsigned>(reason) & 0xFF); };
    pool.stall_tag_cycles += cycles(Stall::tag);
    pool.stall_slot_cycles += cycles(Stall::slot);
    pool.stall_conflict_cycles += cycles(Stall::conflict);
    pool.stall_map_cycles += cycles(Stall::map);
    pool.stall_store_cycles += cycles(Stall::store);
    pool.iq_full_cycles += cycles(Stall::instruction_queue);
    l1_stall_cycles += cycles(Stall::l1);
    accounted_ = cycle;
}

// The tally is settled first, because it does not distinguish requests by the policy they were sent under.
void WarpPoolLsu::end_quantum(Cycle now) {
    settle_tally();
    const unsigned miss_percent = selector_.advance(now);
    if (miss_percent == RequestSelector::none) return;
    pool.quantum_miss_percent.add(miss_percent);
    WarpPoolCounters::raise_to(pool.policy_toggles, selector_.toggles());
}

void WarpPoolLsu::settle_tally() {
    line_requests += pool.take(tally_, selector_.policy() == RequestSelector::Policy::warp_id);
    WarpPoolCounters::raise_to(pool.max_tags, lines_.most_used());
    WarpPoolCounters::raise_to(pool.max_map_entries, map_table_.most_used());
    WarpPoolCounters::raise_to(pool.max_metadata_slots, most_metadata_slots_);
}

void WarpPoolLsu::settle_counters() {
    account_until(domain().now(), stalls_);
    if (selector_.quantum_over(accounted_)) end_quantum(accounted_);
    for (unsigned queue = 0; queue < instruction_queues_; ++queue)
        for (unsigned place = 0; place < queues_.size(queue); ++place)
            pool.iq_occupancy_cycles.add(queue, queue_cycles(queues_.from(queue, place), accounted_));
    settled_ = accounted_;
    settle_tally();
    settle_pending();
}

bool WarpPoolLsu::idle() const {
    return LsuBase::idle() && !anything_waits() && (!stores_out_ || stores_out_->idle());
}

void WarpPoolLsu::trace() {
    queued_signal_.set(queues_.size());
    coalescers_signal_.set(static_cast<unsigned>(__builtin_popcount(busy())));
    tags_signal_.set(lines_.used());
    policy_signal_.set(selector_.policy() == RequestSelector::Policy::warp_id);
    stall_signal_.set(back_pressured_);
    write_back_signal_.set(l1_out.responses().size());
}

void WarpPoolLsu::report_outstanding(std::ostream& out) const {
    if (idle()) return;
    out << name() << ": " << warp_in.requests().size() + queues_.size() << " instructions queued, " << pending_count()
        << " pending, " << lines_.used() << " lines wait for the L1, " << map_table_.used()
        << " thread map entries in use, " << pool_.live() << " line requests in flight"
        << (back_pressured_ ? ", L1 does not take the next line" : "") << "\n";
}

}  // namespace heddle
