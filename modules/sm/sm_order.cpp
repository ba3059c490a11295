// What the SM does for a load/store unit that does not keep everything in order: who may issue, and when again.
#include <utility>

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
    const unsigned queue = order.queue_of(slot);
    if (!order.is_full(queue)) return;
    const std::uint64_t sharers = order.warps_of(queue);
    const std::uint64_t ready = sets_.ready(IssueClass::memory) & sharers;
    ordering_->held.hold(ready, MemoryOrder::Verdict::queue_full);
    sets_.reset_ready(ready, IssueClass::memory);
}

void Sm::take_notes(Cycle now) {
    ordering_->notes.take(now, [&](UnitNotes::Note note) {
        if (note.left_queue()) leave_queue(note.warp(), now);
        if (note.left_unit()) leave_unit(note.warp(), now);
    });
}

// An answer says what the unit has not said before.
void Sm::leave_with_answer(MemoryInstruction& answered, Cycle now) {
    const unsigned slot = answered.access.warp;
    if (std::exchange(answered.owner.in_queue, false)) leave_queue(slot, now);
    if (std::exchange(answered.owner.in_unit, false)) leave_unit(slot, now);
}

inline void Sm::leave_queue(unsigned slot, Cycle now) {
    MemoryOrder& order = ordering_->order;
    const unsigned queue = order.queue_of(slot);
    const bool was_full = order.is_full(queue);
    order.left_queue(slot);
    if (was_full) look_at_held(order.warps_of(queue), now);
}

inline void Sm::leave_unit(unsigned slot, Cycle now) {
    ordering_->order.left_unit(slot);
    if (!notes_awaited() || in_unit(std::uint64_t{1} << slot)) return;
    look_at_held(std::uint64_t{1} << slot, now);
    continue_after_memory(slot, now);
}

void Sm::look_at_held(std::uint64_t warps, Cycle now) {
    for (std::uint64_t held = ordering_->held.all() & warps; held; held &= held - 1)
        look_at(static_cast<unsigned>(__builtin_ctzll(held)), now, now);
}

}  // namespace heddle
