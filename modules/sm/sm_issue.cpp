// What an instruction does when it issues.
#include <algorithm>

#include "heddle/sm/sm.h"

namespace heddle {

// When the unit takes an instruction that issues in the cycle before `next`, and keeps it for `interval` cycles.
inline Cycle Sm::start(IssueClass what, Scheduler& scheduler, bool reads_registers, unsigned interval, Cycle next) {
    if (!scheduler.collectors) {
        const Cycle now = next - 1;
        units_.occupy(what, *scheduler.ways, now + interval, now);
        return now + (reads_registers ? operand_cycles_ : operand_cycles_without_sources_);
    }
    Cycle collected = next;
    if (scheduler.collectors->free_from() > next) {  // it waits behind the issue
        collected = scheduler.collectors->free_from();
        units_.close(what, *scheduler.ways, collected);
    }
    units_.count_busy(what, interval);
    return scheduler.collectors->pass(what, collected, reads_registers, interval);
}

// How many memory instructions of a scheduler wait for the LSU.
inline void Sm::set_queued(Scheduler& scheduler, unsigned queued) {
    scheduler.queued = queued;
    if (!scheduler.collectors) return;
    if (scheduler.collectors->hold(queued))
        with_collector_ &= ~scheduler.warps;
    else
        with_collector_ |= scheduler.warps;
}

// A warp whose next instruction needs the same unit and has its registers stays in the set of those that are ready.
template <bool plain>
inline void Sm::issue_arithmetic(Scheduler& scheduler, unsigned slot, Cycle now, Cycle next) {
    WarpContext& warp = warps_[slot];
    const WarpInstruction& instruction = *warp.next;
    const UnitTiming& timing = unit_timing_[static_cast<unsigned>(instruction.unit)];
    const Cycle started = start(warp.needs, scheduler, instruction.source_count != 0, timing.interval, next);
    Cycle result = started + timing.latency;
    if (now < parameters_at_ && instruction.space == AddressSpace::constant) result = std::max(result, parameters_at_);
    scoreboard_.set_results(warp.pending, slot, instruction, result, now);
    if (timing.issue > 1) units_.occupy(IssueUnits::issue_port, *scheduler.ways, now + timing.issue, now);
    const WarpExecutor::Executed executed = executor_->execute_arithmetic(*warp.state);
    count_idle_lanes(executed.lanes);
    continue_after_arithmetic<plain>(warp, *executed.next, now, next);
}

// What is needed of the warp lies in its context, so that the host keeps nothing else while the front end executes.
template <bool plain>
inline void Sm::continue_after_arithmetic(WarpContext& warp, const WarpInstruction& instruction, Cycle now,
                                          Cycle next) {
    const IssueClass before = warp.needs;
    expect<plain>(warp, instruction);
    const bool waits = warp.pending.concerns(instruction, next);
    if (!waits && warp.needs == before && (plain || !missing_)) return;
    const unsigned slot = slot_of(warp);
    const Cycle at = after_interval(slot, waits ? scoreboard_.latest_of(slot, instruction) : 0);
    if (at <= next && warp.needs == before && (plain || !missing_)) return;
    sets_.reset_ready(std::uint64_t{1} << slot, before);
    if (!plain && missing(slot)) return wait_for_fetch(slot);
    if (at > next) return wait_for_registers(slot, at, next, now);
    if (!plain && ordering_) return set_ready_unless_held(slot);
    sets_.set_ready(slot, warp.needs);
}

// What a load, store or atomic carries, except its kind and space.
inline void Sm::describe(MemoryInstruction& access, unsigned slot, Cycle now) {
    const WarpContext& warp = warps_[slot];
    access.owner.instruction = warp.next;
    access.owner.cycle = now;
    access.owner.occupant = warp.occupant;
    access.set_address(access.lanes.address_of(static_cast<unsigned>(__builtin_ctz(access.lanes.active))));
    access.set_data_length(warp_lanes * access.lanes.access_bytes);
    access.set_streaming_width(access.get_data_length());
    GpuAccess& info = access.access;
    info.sm = static_cast<std::uint16_t>(sm_id_);
    info.warp = static_cast<std::uint16_t>(slot);
    info.cta = warp.state->cta;
    info.cta_slot = warp.cta_slot;
    info.kernel = kernel_id_;
    const std::uint64_t others = sets_.waiting(WarpWait::ready) & ~(std::uint64_t{1} << slot);
    info.ready_warps = static_cast<std::uint8_t>(__builtin_popcountll(others));
    info.birth = domain().start_of_cycle();
}

inline void Sm::send_memory(MemoryInstruction& access, unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const WarpInstruction& instruction = *warp.next;
    const bool load = instruction.operation == Operation::load, atomic = instruction.operation == Operation::atomic;
    describe(access, slot, now);
    access.set_command(load ? tlm::TLM_READ_COMMAND : atomic ? tlm::TLM_IGNORE_COMMAND : tlm::TLM_WRITE_COMMAND);
    access.access.kind = load ? AccessKind::load : atomic ? AccessKind::atomic : AccessKind::store;
    if (instruction.prefetch) access.access.kind = AccessKind::prefetch;
    access.access.space = instruction.space;
    ++(load ? loads : atomic ? atomics : stores);
    ++warp.outstanding;
    if (!load) {
        ++warp.outstanding_writes;
        ++ctas_[warp.cta_slot].outstanding_writes;
    }
    if (instruction.operation != Operation::store) expect_results(warp, slot, instruction);
    if (ordering_) enter_unit(access, load);
    if (queue_entries_) {
        enqueue_memory(access, slot, now);
    } else {
        memory_out.send(&access, now);
    }
}

// Instructions leave in the order of their turns, which are `memory_interval_cycles` apart at least for one scheduler.
inline void Sm::enqueue_memory(MemoryInstruction& access, unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    Scheduler& scheduler = schedulers_[warp.scheduler];
    set_queued(scheduler, scheduler.queued + 1);
    const bool keeps_place = warp.next->operation != Operation::load;
    if (scheduler.collectors)
        return memory_queue_.push(warp.scheduler, &access, scheduler.collectors->collected(now), keeps_place);
    const unsigned reading = parameters_.memory_operand_cycles;
    const Cycle turn = std::max(now + std::max(reading, 1U), scheduler.memory_turn);
    const Cycle leaves = memory_queue_.insert(warp.scheduler, &access, turn, keeps_place);
    scheduler.memory_turn = leaves + parameters_.memory_interval_cycles;
    if (reading) scoreboard_.set_unread(warp.pending, slot, *warp.next);
}

inline LaneMask Sm::issue_memory(unsigned slot, Cycle now) {
    const WarpContext& warp = warps_[slot];
    if (warp.next->operation == Operation::load)
        units_.occupy(IssueUnits::issue_port, *scheduler_of(slot).ways, now + parameters_.load_issue_cycles, now);
    MemoryInstruction* access = pool_.acquire(tlm::TLM_READ_COMMAND, 0, 0);
    const LaneMask lanes = executor_->execute(*warp.state, &access->lanes);
    access->lanes.active = lanes;
    if (lanes)
        send_memory(*access, slot, now);
    else
        access->release();
    return lanes;
}

LaneMask Sm::issue_read_only(unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const bool constant = warp.needs == IssueClass::constant;
    MemoryInstruction* access = pool_.acquire(tlm::TLM_READ_COMMAND, 0, 0);
    const LaneMask lanes = executor_->execute(*warp.state, &access->lanes);
    access->lanes.active = lanes;
    if (!lanes) {
        access->release();
        return lanes;
    }
    describe(*access, slot, now);
    access->access.kind = constant ? AccessKind::constant : AccessKind::texture;
    access->access.space = constant ? AddressSpace::constant : AddressSpace::texture;
    ++warp.outstanding;
    expect_results(warp, slot, *warp.next);
    if (!constant) ++loads;
    ReadOnlyLoads& way = core_caches_->loads(warp.needs);
    ++way.loads;
    way.out.send(access, now);
    return lanes;
}

// Called after the issue, so that no scheduler uses the freed entry before the next cycle.
bool Sm::send_queued(Cycle now) {
    if (!memory_queue_.ready(now) || !memory_out.can_send(now)) return false;
    MemoryInstruction* access = memory_queue_.pop(now);
    Scheduler& scheduler = scheduler_of(access->access.warp);
    set_queued(scheduler, scheduler.queued - 1);
    if (parameters_.memory_operand_cycles) read_operands(*access, now);
    memory_out.send(access, now);
    return true;
}

// A memory instruction that leaves its queue reads its registers. Its warp may wait to overwrite them; or it has ended,
// if it is a store.
void Sm::read_operands(const MemoryInstruction& access, Cycle now) {
    const unsigned slot = access.access.warp;
    WarpContext& warp = warps_[slot];
    if (access.owner.occupant != warp.occupant) return;
    scoreboard_.set_read(slot, *access.owner.instruction);
    if (!warp.exited && warp.wait == WarpWait::memory && warp.fenced == WarpFence::none)
        update_readiness(slot, now + 1, now);
}

LaneMask Sm::issue_shared(unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const WarpInstruction& instruction = *warp.next;
    shared_access_.strided = false;
    shared_access_.offsets = nullptr;
    const LaneMask lanes = executor_->execute(*warp.state, &shared_access_);
    shared_access_.active = lanes;
    if (lanes) {
        ++shared_accesses;
        const SharedPattern& pattern = shared_memory_.pattern_of(shared_access_);
        const unsigned passes = pattern.passes;
        shared_conflict_cycles += passes - 1;
        perform_shared(warp, pattern);
        const Cycle waited =
            start(IssueClass::shared, schedulers_[warp.scheduler], true, passes, now + 1) - (now + operand_cycles_);
        if (instruction.operation != Operation::store) {
            if (has_values_) executor_->write_back(*warp.state, instruction, shared_access_);
            shared_result_at_ = now + waited + parameters_.shared_latency_cycles +
                                (passes - 1) * parameters_.shared_pass_latency_cycles;
            scoreboard_.set_results(warp.pending, slot, instruction, shared_result_at_, now);
        }
    }
    return lanes;
}

void Sm::perform_shared(const WarpContext& warp, const SharedPattern& pattern) {
    const std::uint32_t size = shared_bytes_;
    try {
        SharedMemory::check(shared_access_, pattern, size);
    } catch (const SimulationError& error) {
        throw SimulationError("kernel " + kernel_->shape().name + ", CTA " + std::to_string(warp.state->cta) +
                              ", warp " + std::to_string(warp.state->warp) + ", line " +
                              std::to_string(warp.next->line) + ": " + error.what());
    }
    if (has_values_) shared_memory_.move(warp.next->operation, shared_access_, warp.cta_slot * size);
}

// Anything but an arithmetic instruction.
void Sm::issue_other(unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const IssueClass what = warp.needs;
    sets_.reset_ready(std::uint64_t{1} << slot, what);
    const LaneMask lanes = what == IssueClass::memory    ? issue_memory(slot, now)
                           : what == IssueClass::shared  ? issue_shared(slot, now)
                           : what == IssueClass::control ? executor_->execute(*warp.state, nullptr)
                                                         : issue_read_only(slot, now);
    count_idle_lanes(lanes);
    if (what == IssueClass::control) return execute_control(slot, now);
    if (warp_memory_interval_ != 1 && accesses_memory(what)) memory_from_[slot] = now + warp_memory_interval_;
    const bool holds = parameters_.atomic_holds_warp && warp.next->operation == Operation::atomic && lanes;
    fetch_next(warp);
    if (holds) return hold_for_atomic(slot, what == IssueClass::shared, now);
    update_readiness(slot, now + 1, now);
}

// The warp has issued an atomic. One on shared memory ends in the cycle before its result can be used.
void Sm::hold_for_atomic(unsigned slot, bool shared, Cycle now) {
    if (!shared) {
        warps_[slot].fenced = WarpFence::atomics;
        set_wait(slot, WarpWait::memory);
    } else if (shared_result_at_ - 1 > now + 1) {
        held_until_[slot] = shared_result_at_ - 1;
        wait_for_registers(slot, shared_result_at_ - 1, now + 1, now);
    } else {
        update_readiness(slot, now + 1, now);
    }
}

// Each scheduler issues one of the warps; the first may take the unit that the others need. What is left to the others
// is looked up again only after such an issue. Returns whether all of it was arithmetic or went to shared memory, which
// concerns no socket.
template <bool plain>
bool Sm::issue(std::uint64_t warps, Cycle now) {
    const bool contended = sets_.ready_classes() & contended_classes_, watched = !plain && (monitor_ || recorded());
    bool quiet = true;
    unsigned issued = 0;
    issued_warps_ = warps;
    const Cycle next = now + 1;
    Scheduler* scheduler = &schedulers_[units_.turn(now - turns_from_)];  // at shared units
    for (;; scheduler = scheduler->next) {
        const std::uint64_t own = warps & scheduler->warps;
        if (!own) continue;
        warps ^= own;
        const unsigned slot = scheduler->policy->pick(own);
        if (watched) watch_issue(slot);
        const IssueClass what = warps_[slot].needs;
        if (what < IssueClass::memory) {
            issue_arithmetic<plain>(*scheduler, slot, now, next);
        } else {
            issue_other(slot, now);
            quiet &= what == IssueClass::shared;
        }
        ++issued;
        if (!warps) break;
        if (!contended || !(contended_classes_ & class_bit(what))) continue;
        const std::uint64_t left = still_candidates(warps, what, now);
        issued_warps_ &= ~(warps & ~left);
        warps = left;
        if (!warps) break;
    }
    issued_ = issued;
    warp_instructions += issued;
    return quiet;
}

template bool Sm::issue<true>(std::uint64_t warps, Cycle now);
template bool Sm::issue<false>(std::uint64_t warps, Cycle now);

// Executes a control instruction that has issued: exit, barrier or fence.
void Sm::execute_control(unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const Operation operation = warp.next->operation;
    if (operation == Operation::exit) {
        warp.exited = true;
        limit(slot, &WarpLimiter::pause);
        set_wait(slot, WarpWait::memory);
        if (can_finish(warp)) finish_warp(slot, now);
        return;
    }
    fetch_next(warp);
    if (operation == Operation::barrier) {
        ++barriers;
        set_wait(slot, WarpWait::barrier);
        limit(slot, &WarpLimiter::pause);
        CtaContext& cta = ctas_[warp.cta_slot];
        cta.at_barrier |= std::uint64_t{1} << slot;
        cta.barrier_arrived = std::max(now, barrier_free_from_);
        barrier_free_from_ = cta.barrier_arrived + parameters_.barrier_interval_cycles;
        release_barrier_if_complete(cta, now);
    } else if (warp.outstanding_writes || in_unit(std::uint64_t{1} << slot)) {
        warp.fenced = WarpFence::writes;
        if (ordering_) ++ordering_->fences;
        set_wait(slot, WarpWait::memory);
    } else {
        update_readiness(slot, now + 1, now);
    }
}

}  // namespace heddle
