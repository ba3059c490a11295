// What a resident warp waits for, and what lets it go on.
#include <algorithm>
#include <sstream>

#include "heddle/sm/sm.h"

namespace heddle {
namespace {

template <class Visit>
void for_each_bit(std::uint64_t mask, Visit visit) {
    for (; mask; mask &= mask - 1) visit(static_cast<unsigned>(__builtin_ctzll(mask)));
}

}  // namespace

// The registers of the warp's next instruction are ready in the given cycle, or will be with a response: never.
void Sm::wait_for_registers(unsigned slot, Cycle ready_at, Cycle by, Cycle now) {
    const WarpContext& warp = warps_[slot];
    if (ready_at <= by) {
        if (warp.wait != WarpWait::ready) set_wait(slot, WarpWait::ready);
        set_ready(slot);
    } else if (ready_at == never) {
        set_wait(slot, WarpWait::memory);
    } else {
        set_wait(slot, WarpWait::result);
        timers_.set(slot, ready_at, now, warp.needs == IssueClass::memory);
    }
}

void Sm::wake_timed_warps(std::uint64_t warps, Cycle now) {
    for_each_bit(warps, [&](unsigned slot) {
        if (!warps_[slot].state || !waits_for_timer(warps_[slot], slot)) return;
        const bool at_barrier = warps_[slot].wait == WarpWait::barrier;
        const Cycle goes_on = at_barrier ? ctas_[warps_[slot].cta_slot].barrier_opens : held_until_[slot];
        if (goes_on > now) return timers_.set(slot, goes_on, now);  // a timer has a horizon
        limit(slot, &WarpLimiter::resume);
        update_readiness(slot, now, now);
    });
}

bool Sm::waits_for_timer(const WarpContext& warp, unsigned slot) const {
    const bool released = warp.wait == WarpWait::barrier && !(ctas_[warp.cta_slot].at_barrier >> slot & 1);
    return warp.wait == WarpWait::result || released;
}

// Where a barrier does not wait for stores, what was written before it is seen after it because all memory instructions
// of the SM stay in order.
bool Sm::barrier_awaits_writes(const CtaContext& cta) const {
    if (!cta.outstanding_writes || parameters_.barrier_awaits_stores) return cta.outstanding_writes;
    bool waits = false;
    for_each_bit(cta.warps, [&](unsigned slot) { waits |= warps_[slot].outstanding_atomics() != 0; });
    return waits;
}

// A barrier opens when every live warp has arrived and all the CTA's writes are acknowledged, so that what was written
// before it is seen after it, and when no load is left in the LSU that a later instruction could pass. All warps go on
// together, whichever scheduler the last one belongs to.
void Sm::release_barrier_if_complete(CtaContext& cta, Cycle now) {
    if (!cta.at_barrier || cta.at_barrier != cta.warps || barrier_awaits_writes(cta) || in_unit(cta.warps)) return;
    const std::uint64_t released = cta.at_barrier;
    cta.at_barrier = 0;
    cta.barrier_opens = std::max(now, cta.barrier_arrived) + parameters_.barrier_latency_cycles;
    for_each_bit(released, [&](unsigned slot) { timers_.set(slot, cta.barrier_opens, now); });
}

void Sm::continue_after_memory(unsigned slot, Cycle now) {
    WarpContext& warp = warps_[slot];
    if (warp.fenced == WarpFence::writes && !warp.outstanding_writes && !in_unit(std::uint64_t{1} << slot)) {
        warp.fenced = WarpFence::none;
        if (ordering_) --ordering_->fences;
        update_readiness(slot, now, now);
    } else if (warp.fenced == WarpFence::atomics && !warp.outstanding_atomics()) {
        warp.fenced = WarpFence::none;
        update_readiness(slot, now, now);
    }
    release_barrier_if_complete(ctas_[warp.cta_slot], now);
}

void Sm::take_responses(Cycle now) {
    auto& responses = memory_out.responses();
    while (responses.ready(now)) {
        auto* response = static_cast<MemoryInstruction*>(responses.pop(now));
        if (response->is_response_error()) memory_error(*response);
        if (response->owner.occupant != warps_[response->access.warp].occupant)
            take_late_store(*response, now);
        else
            take_response(*response, now);
    }
}

inline void Sm::take_response(MemoryInstruction& response, Cycle now) {
    const unsigned slot = response.access.warp;
    WarpContext& warp = warps_[slot];
    const WarpInstruction& instruction = *response.owner.instruction;
    if (instruction.operation == Operation::load) load_latency_cycles += now - response.owner.cycle;
    if (instruction.operation != Operation::store) {
        executor_->write_back(*warp.state, instruction, response.lanes);
        take_results(warp, slot, instruction);
    }
    --warp.outstanding;
    if (ordering_) leave_with_response(response, now);
    if (instruction.operation != Operation::load) {
        --warp.outstanding_writes;
        --ctas_[warp.cta_slot].outstanding_writes;
        continue_after_memory(slot, now);
    }
    response.release();
    if (warp.exited) {
        if (can_finish(warp)) finish_warp(slot, now);
    } else if (warp.wait == WarpWait::memory && warp.fenced == WarpFence::none) {
        update_readiness(slot, now, now);
    }
}

// The lanes' lowest and highest address: the response does not say which of their lines has failed.
void Sm::memory_error(const MemoryInstruction& response) const {
    const WarpContext& warp = warps_[response.access.warp];
    const WarpInstruction& instruction = *response.owner.instruction;
    std::uint64_t lowest = ~std::uint64_t{0}, highest = 0;
    for (LaneMask rest = response.lanes.active; rest; rest &= rest - 1) {
        const std::uint64_t address = response.lanes.address_of(static_cast<unsigned>(__builtin_ctz(rest)));
        lowest = std::min(lowest, address);
        highest = std::max(highest, address);
    }
    const char* what = instruction.operation == Operation::load    ? "load"
                       : instruction.operation == Operation::store ? "store"
                                                                   : "atomic";
    std::ostringstream message;
    message << name() << ": kernel " << kernel_->shape().name;
    if (response.owner.occupant == warp.occupant)  // otherwise the warp has ended before its store
        message << ", CTA " << warp.state->cta << ", warp " << warp.state->warp;
    message << ", PC " << instruction.pc;
    if (instruction.line) message << ", line " << instruction.line;
    message << ": memory fault: the response to the " << what << " of 0x" << std::hex << lowest;
    if (highest != lowest) message << " to 0x" << highest;
    message << " is " << response.get_response_string();
    throw SimulationError(message.str());
}

}  // namespace heddle
