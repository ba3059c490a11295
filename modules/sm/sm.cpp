#include "sm/sm.h"

#include <algorithm>

namespace heddle {
namespace {

std::uint8_t shared_units(const SmParameters& parameters) {
    const std::uint8_t special =
        class_bit(IssueClass::fp64) | class_bit(IssueClass::sfu) | class_bit(IssueClass::tensor);
    return class_bit(IssueClass::shared) | (parameters.special_units_per_scheduler ? 0 : special);
}

}  // namespace

Sm::Sm(sc_core::sc_module_name name, ClockDomain& domain, const SmParameters& parameters, KernelTable& kernels,
       unsigned sm_id, unsigned sm_count)
    : Ticked(name, domain, this),
      launch_in(*this, *this, "launch_in", 2),
      memory_out(*this, "memory_out", 4),
      view_{sm_id, sm_count, 0, domain.period().to_seconds() * 1e9},
      queue_entries_(parameters.memory_queue_entries),
      schedulers_(parameters.schedulers),
      units_(parameters.schedulers, shared_units(parameters)),
      finished_(std::size_t{2} * parameters.max_ctas),
      memory_queue_(std::max<std::size_t>(std::size_t{parameters.memory_queue_entries} * parameters.schedulers, 1)),
      warps_(parameters.max_warps),
      sm_id_(sm_id),
      free_warps_(parameters.max_warps == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << parameters.max_warps) - 1),
      ctas_(parameters.max_ctas),
      kernels_(kernels),
      limits_{parameters.max_warps, parameters.max_ctas, parameters.registers, parameters.shared_bytes},
      parameters_(parameters),
      shared_memory_(parameters.shared_bytes, parameters.shared_banks) {
    parameters.validate("sm");
    for (Scheduler& scheduler : schedulers_) {
        scheduler.policy = make_warp_scheduler(parameters.scheduler);
        if (parameters.warp_limit) scheduler.limiter = std::make_unique<WarpLimiter>(parameters.warp_limit);
    }
    for (unsigned unit = 0; unit < execution_units; ++unit) {
        unit_latency_[unit] = static_cast<std::uint16_t>(parameters.latency(static_cast<ExecutionUnit>(unit)));
        unit_interval_[unit] = static_cast<std::uint16_t>(parameters.interval(static_cast<ExecutionUnit>(unit)));
    }
    const MemoryOrder order(parameters.memory_order, parameters.max_warps, parameters.instruction_queues,
                            parameters.instruction_queue_entries);
    if (order.needs_notes()) {
        ordering_ = std::make_unique<Ordering>(*this, order);
        memory_out.observe_phases(ordering_->notes);
    }
    if (parameters.monitor_waiting) monitor_ = std::make_unique<WaitingCounters>(*this);
}

// Where a scheduler's cycles go in which it issues nothing. Memory comes first: it is what the model is about.
inline Counter& Sm::lost_to(std::uint64_t warps) {
    if (sets_.waiting(WarpWait::ready) & warps) return stall_structural_cycles;
    if (sets_.waiting(WarpWait::memory) & warps) return stall_memory_cycles;
    if (sets_.waiting(WarpWait::barrier) & warps) return stall_barrier_cycles;
    if (sets_.waiting(WarpWait::result) & warps) return stall_alu_cycles;
    return idle_cycles;
}

// Counts the cycles before `cycle`. While the SM sleeps nothing changes, so the cycles since the last tick went where
// the last tick left them. The current cycle is counted later: whoever asks for counters in it must not see whether
// this SM has ticked already.
void Sm::account_until(Cycle cycle) {
    if (cycle <= accounted_) return;
    const Cycle elapsed = cycle - accounted_;
    Cycle all_issuing = 0;
    for (unsigned s = 0; s < units_.schedulers(); ++s) {
        const Cycle issuing = issued_ >> s & 1;
        lost_to(units_.warps_of(s)) += elapsed - issuing;
        all_issuing += issuing;
    }
    issue_cycles += all_issuing;
    issued_ = 0;
    if (monitor_) monitor_->account(elapsed);
    accounted_ = cycle;
}

// The warps that can issue now.
inline std::uint64_t Sm::candidates(Cycle now) {
    constexpr unsigned memory = static_cast<unsigned>(IssueClass::memory);
    std::uint64_t warps = 0;
    for (unsigned classes = sets_.ready_classes(); classes; classes &= classes - 1) {
        const unsigned what = static_cast<unsigned>(__builtin_ctz(classes));
        if (what != memory)
            warps |= units_.with_room(what, sets_.ready(what), now);
        else if (queue_entries_)
            warps |= with_queue_room(sets_.ready(what));
        else if (memory_out.can_send(now))
            warps |= sets_.ready(what);
    }
    return warps & allowed_;
}

std::uint64_t Sm::with_queue_room(std::uint64_t warps) const {
    for (unsigned s = 0; s < units_.schedulers(); ++s)
        if (schedulers_[s].queued == queue_entries_) warps &= ~units_.warps_of(s);
    return warps;
}

// Each scheduler one of the warps; the first may take what the others would need.
inline void Sm::issue(std::uint64_t warps, Cycle now) {
    const unsigned count = units_.schedulers();
    unsigned s = count > 1 ? static_cast<unsigned>(now % count) : 0;  // take turns at what is shared
    for (unsigned left = count; warps && left > 0; --left, s = s + 1 < count ? s + 1 : 0) {
        const std::uint64_t own = warps & units_.warps_of(s);
        if (!own) continue;
        const unsigned slot = schedulers_[s].policy->pick(own);
        if (monitor_) monitor_->issue(warps_[slot].needs);
        issue_warp(slot, now);
        issued_ |= 1u << s;
        if (left > 1) warps = candidates(now);
    }
}

// From when on one of these warps finds room for an instruction of this class.
inline Cycle Sm::room_from(unsigned what, std::uint64_t warps) const {
    if (what != static_cast<unsigned>(IssueClass::memory)) return units_.room_from(what, warps);
    if (queue_entries_) return with_queue_room(warps) ? 0 : never;
    return memory_out.request_free_from();
}

inline Cycle Sm::next_issue(Cycle now) const {
    Cycle next = never;
    for (unsigned classes = sets_.ready_classes(); classes; classes &= classes - 1) {
        const unsigned what = static_cast<unsigned>(__builtin_ctz(classes));
        const std::uint64_t warps = sets_.ready(what) & allowed_;
        if (warps) next = std::min(next, room_from(what, warps));
    }
    return next == never ? never : std::max(next, now + 1);
}

inline void Sm::sleep_until_needed(bool progress, Cycle now) {
    const Cycle own = std::min(timers_.next(now), next_issue(now));
    const Cycle queued = queue_entries_ ? memory_queue_.due(now, progress, memory_out.request_link_open()) : never;
    const Cycle ports = std::min(launch_in.due(now, progress), memory_out.due(now, progress));
    const Cycle next = std::min(std::min(own, queued), std::min(ports, finished_.due(now, progress)));
    if (next != never) wake_at(next);
}

void Sm::tick(Cycle now) {
    view_.cycle = now;
    account_until(now);
    if (ordering_) take_notes(now);
    bool progress = memory_out.responses().ready(now);
    if (progress) take_responses(now);
    if (timers_.due(now)) wake_timed_warps(now);
    if (launch_in.requests().ready(now)) progress |= take_launch(now);
    if (monitor_) monitor_->begin(waiting_instructions());
    if (const std::uint64_t warps = candidates(now)) issue(warps, now);
    if (monitor_) monitor_->later = waiting_instructions();
    progress |= issued_ != 0;
    if (queue_entries_) progress |= send_queued(now);
    if (finished_.ready(now)) progress |= respond_finished(now);
    launch_in.service(now);
    memory_out.service(now);
    if (ordering_) ordering_->notes.set_urgent(waits_for_notes());
    sleep_until_needed(progress, now);
    if (recorded()) trace(now);
}

}  // namespace heddle
