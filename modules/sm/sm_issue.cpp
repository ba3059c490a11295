// Which warp issues, and what its instruction does.
#include <algorithm>

#include "sm/sm.h"

namespace heddle {

// Where a scheduler's cycle went in which it issued nothing. Memory comes first: it is what the model is about.
inline Counter* Sm::lost_to(const Scheduler& scheduler) {
    const auto any = [&](WarpWait wait) { return scheduler.waiting[static_cast<unsigned>(wait)] != 0; };
    if (any(WarpWait::ready)) return &stall_structural_cycles;
    if (any(WarpWait::memory)) return &stall_memory_cycles;
    if (any(WarpWait::barrier)) return &stall_barrier_cycles;
    if (any(WarpWait::result)) return &stall_alu_cycles;
    return &idle_cycles;
}

bool Sm::issue(Cycle now) {
    const unsigned count = static_cast<unsigned>(schedulers_.size());
    std::uint64_t issued = 0;
    if (monitor_) monitor_->begin(waiting_instructions());
    unsigned s = count > 1 ? static_cast<unsigned>(now % count) : 0;  // take turns at what is shared
    for (unsigned i = 0; i < count; ++i, s = s + 1 < count ? s + 1 : 0) {
        Scheduler& scheduler = schedulers_[s];
        std::uint64_t candidates = 0;
        for (unsigned classes = scheduler.classes; classes; classes &= classes - 1) {
            const unsigned what = static_cast<unsigned>(__builtin_ctz(classes));
            if (room_from(what, s) <= now) candidates |= scheduler.ready[what] & scheduler.allowed;
        }
        if (candidates) {
            const unsigned slot = scheduler.policy->pick(candidates);
            if (monitor_) monitor_->issue(issue_class(*warps_[slot].next));
            issue_warp(s, slot, now);
            issued |= std::uint64_t{1} << s;
            scheduler.spent_on = &issue_cycles;
        } else {
            scheduler.spent_on = lost_to(scheduler);
        }
    }
    for (Scheduler& scheduler : schedulers_) scheduler.sleeping_for = lost_to(scheduler);
    if (monitor_) monitor_->later = waiting_instructions();
    if (recorded()) issue_signal_.set(issued);
    if (issued && recorded()) wake_at(now + 1);  // to show the end of the issue; changes nothing else
    return issued != 0;
}

Cycle Sm::next_issue(Cycle now) const {
    Cycle next = never;
    for (unsigned s = 0; s < schedulers_.size(); ++s)
        for (unsigned classes = schedulers_[s].classes; classes; classes &= classes - 1) {
            const unsigned what = static_cast<unsigned>(__builtin_ctz(classes));
            if (schedulers_[s].ready[what] & schedulers_[s].allowed) next = std::min(next, room_from(what, s));
        }
    return next == never ? never : std::max(next, now + 1);
}

void Sm::issue_warp(unsigned scheduler, unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const IssueClass what = issue_class(*warp.next);
    std::uint64_t& ready = schedulers_[scheduler].ready[static_cast<unsigned>(what)];
    ready &= ~(std::uint64_t{1} << slot);
    if (!ready) schedulers_[scheduler].classes &= static_cast<std::uint8_t>(~(1u << static_cast<unsigned>(what)));
    ++warp_instructions;
    LaneMask lanes;
    switch (what) {
        case IssueClass::memory:
            lanes = issue_memory(slot, now);
            break;
        case IssueClass::shared:
            lanes = issue_shared(slot, now);
            break;
        case IssueClass::control:
            lanes = issue_control(slot, now);
            break;
        default:
            lanes = issue_arithmetic(scheduler, slot, now);
            break;
    }
    thread_instructions += static_cast<unsigned>(__builtin_popcount(lanes));
}

LaneMask Sm::issue_arithmetic(unsigned scheduler, unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const WarpInstruction& instruction = *warp.next;
    const LaneMask lanes = kernel_->execute(*warp.state, nullptr);
    scoreboard_.set_results(slot, instruction, now + parameters_.latency(instruction.unit));
    unit_free(static_cast<unsigned>(instruction.unit), scheduler) = now + parameters_.interval(instruction.unit);
    warp.next = &kernel_->fetch(*warp.state);
    look_at(slot, now + 1, now);
    return lanes;
}

LaneMask Sm::issue_memory(unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const WarpInstruction& instruction = *warp.next;
    MemoryInstruction* access = pool_.acquire(tlm::TLM_READ_COMMAND, 0, 0);
    const LaneMask lanes = kernel_->execute(*warp.state, &access->lanes);
    if (lanes) {
        access->owner.instruction = &instruction;
        access->owner.cycle = now;
        access->lanes.active = lanes;
        const bool load = instruction.operation == Operation::load, atomic = instruction.operation == Operation::atomic;
        access->set_command(load ? tlm::TLM_READ_COMMAND : atomic ? tlm::TLM_IGNORE_COMMAND : tlm::TLM_WRITE_COMMAND);
        access->set_address(access->lanes.address_of(static_cast<unsigned>(__builtin_ctz(lanes))));
        access->set_data_length(warp_lanes * access->lanes.access_bytes);
        access->set_streaming_width(access->get_data_length());
        GpuAccess& info = access->access;
        info.kind = load ? AccessKind::load : atomic ? AccessKind::atomic : AccessKind::store;
        info.space = instruction.space;
        info.sm = static_cast<std::uint16_t>(sm_id_);
        info.warp = static_cast<std::uint16_t>(slot);
        info.cta = warp.state->cta;
        info.kernel = kernel_id_;
        info.birth = sc_core::sc_time_stamp();
        ++(load ? loads : atomic ? atomics : stores);
        ++warp.outstanding;
        if (!load) {
            ++warp.outstanding_writes;
            ++ctas_[warp.cta_slot].outstanding_writes;
        }
        if (instruction.operation != Operation::store) scoreboard_.set_results(slot, instruction, never);
        if (ordering_) enter_unit(*access, load);
        if (parameters_.memory_queue_entries) {
            memory_queue_.push(access, now + 1);
            ++scheduler_of(slot).queued;
        } else {
            memory_out.send(access, now);
        }
    } else {
        access->release();
    }
    warp.next = &kernel_->fetch(*warp.state);
    look_at(slot, now + 1, now);
    return lanes;
}

// After the issue, so that a place left now is seen by no scheduler before the next cycle.
bool Sm::send_queued(Cycle now) {
    if (!memory_queue_.ready(now) || !memory_out.can_send(now)) return false;
    MemoryInstruction* access = memory_queue_.pop(now);
    --scheduler_of(access->access.warp).queued;
    memory_out.send(access, now);
    return true;
}

LaneMask Sm::issue_shared(unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const WarpInstruction& instruction = *warp.next;
    shared_access_.strided = false;
    const LaneMask lanes = kernel_->execute(*warp.state, &shared_access_);
    shared_access_.fill_addresses();
    shared_access_.active = lanes;
    if (lanes) {
        ++shared_accesses;
        const unsigned passes = shared_memory_.passes(shared_access_);
        shared_conflict_cycles += passes - 1;
        const std::uint32_t size = kernel_->shape().shared_bytes;
        try {
            shared_memory_.perform(instruction.operation, shared_access_, warp.cta_slot * size, size);
        } catch (const SimulationError& error) {
            throw SimulationError("kernel " + kernel_->shape().name + ", CTA " + std::to_string(warp.state->cta) +
                                  ", warp " + std::to_string(warp.state->warp) + ", line " +
                                  std::to_string(instruction.line) + ": " + error.what());
        }
        unit_free(static_cast<unsigned>(IssueClass::shared), 0) = now + passes;
        if (instruction.operation != Operation::store) {
            kernel_->write_back(*warp.state, instruction, shared_access_);
            scoreboard_.set_results(slot, instruction, now + parameters_.shared_latency_cycles + passes - 1);
        }
    }
    warp.next = &kernel_->fetch(*warp.state);
    look_at(slot, now + 1, now);
    return lanes;
}

LaneMask Sm::issue_control(unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    const Operation operation = warp.next->operation;
    const LaneMask lanes = kernel_->execute(*warp.state, nullptr);
    if (operation == Operation::exit) {
        warp.exited = true;
        limit(slot, &WarpLimiter::pause);
        set_wait(slot, WarpWait::memory);
        if (!warp.outstanding) finish_warp(slot, now);
        return lanes;
    }
    warp.next = &kernel_->fetch(*warp.state);
    if (operation == Operation::barrier) {
        ++barriers;
        set_wait(slot, WarpWait::barrier);
        limit(slot, &WarpLimiter::pause);
        CtaContext& cta = ctas_[warp.cta_slot];
        cta.at_barrier |= std::uint64_t{1} << slot;
        release_barrier_if_complete(cta, now);
    } else if (warp.outstanding_writes || in_unit(slot)) {
        warp.fenced = true;
        if (ordering_) ++ordering_->fences;
        set_wait(slot, WarpWait::memory);
    } else {
        look_at(slot, now + 1, now);
    }
    return lanes;
}

}  // namespace heddle
