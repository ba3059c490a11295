// What the SM does for a load/store unit that does not keep everything in order: who may issue, and when again.
#include "sm/sm.h"

namespace heddle {

// A warp whose registers are ready; the unit may want its next instruction to wait.
void Sm::set_ready_unless_held(unsigned slot) {
    const std::uint64_t bit = std::uint64_t{1} << slot;
    const WarpContext& warp = warps_[slot];
    ordering_->held.let_go(bit);
    if (warp.needs == IssueClass::memory) {
        const auto verdict = ordering_->order.verdict(slot, warp.next->operation == Operation::load);
        if (verdict != MemoryOrder::Verdict::may_issue) {
            ordering_->held.hold(bit, verdict);
            // A full queue is a unit without room; an order is a wait for memory.
            if (verdict != MemoryOrder::Verdict::queue_full) set_wait(slot, WarpWait::memory);
            return;
        }
    }
    sets_.set_ready(slot, warp.needs);
}

// Called in the cycle of the issue. When it takes the last room, the other warps of the queue are no longer ready.
void Sm::enter_unit(MemoryInstruction& access, bool load) {
    const unsigned slot = access.access.warp;
    MemoryOrder& order = ordering_->order;
    access.owner.in_queue = access.owner.in_unit = true;
    order.issued(slot, load);
    ++ctas_[warps_[slot].cta_slot].in_unit;
    const unsigned queue = order.queue_of(slot);
    if (!order.is_full(queue)) return;
    const std::uint64_t sharers = order.warps_of(queue);
    const std::uint64_t ready = sets_.ready(IssueClass::memory) & sharers;
    ordering_->held.hold(ready, MemoryOrder::Verdict::queue_full);
    sets_.reset_ready(ready, IssueClass::memory);
}

void Sm::take_notes(Cycle now) {
    ordering_->notes.take(now, [&](Payload& payload, bool left_unit) {
        auto& access = static_cast<MemoryInstruction&>(payload);
        if (!access.owner.instruction) return;  // the invalidate at kernel start
        if (left_unit)
            leave_unit(access, now);
        else
            leave_queue(access, now);
    });
}

void Sm::leave_queue(MemoryInstruction& access, Cycle now) {
    if (!access.owner.in_queue) return;
    access.owner.in_queue = false;
    MemoryOrder& order = ordering_->order;
    const unsigned queue = order.queue_of(access.access.warp);
    const bool was_full = order.is_full(queue);
    order.left_queue(access.access.warp);
    if (was_full) look_at_held(order.warps_of(queue), now);
}

void Sm::leave_unit(MemoryInstruction& access, Cycle now) {
    leave_queue(access, now);
    if (!access.owner.in_unit) return;
    access.owner.in_unit = false;
    const unsigned slot = access.access.warp;
    ordering_->order.left_unit(slot);
    --ctas_[warps_[slot].cta_slot].in_unit;
    if (ordering_->order.in_unit(slot)) return;
    look_at_held(std::uint64_t{1} << slot, now);
    continue_after_memory(slot, now);
}

void Sm::look_at_held(std::uint64_t warps, Cycle now) {
    for (std::uint64_t held = ordering_->held.all() & warps; held; held &= held - 1)
        look_at(static_cast<unsigned>(__builtin_ctzll(held)), now, now);
}

// Notes are urgent while somebody is held back, or stands at a fence or a barrier.
void Sm::ask_for_notes() {
    ordering_->notes.set_urgent(ordering_->fences || ordering_->held.all() || sets_.waiting(WarpWait::barrier));
}

}  // namespace heddle
