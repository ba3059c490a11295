// How the SM serves a load/store unit that does not keep everything in order: which warps it holds back, and what
// releases them.
#include <utility>

#include "heddle/sm/sm.h"

namespace heddle {

// For a warp whose registers are ready: it may issue unless its next memory instruction has to be held back.
void Sm::set_ready_unless_held(unsigned slot) {
    const std::uint64_t bit = std::uint64_t{1} << slot;
    const WarpContext& warp = warps_[slot];
    ordering_->held.release(bit);
    if (warp.needs == IssueClass::memory) {
        const auto verdict = ordering_->order.verdict(slot, warp.next->operation == Operation::load);
        if (verdict != MemoryOrder::Verdict::may_issue) {
            ordering_->held.hold(bit, verdict);
            // A full queue counts as a busy unit, the order of memory instructions as a wait for memory.
            if (verdict != MemoryOrder::Verdict::queue_full) set_wait(slot, WarpWait::memory);
            return;
        }
    }
    sets_.set_ready(slot, warp.needs);
}

// Called in the cycle of the issue. If it takes the last entry of its queue, the queue's other warps are held back.
void Sm::enter_unit(MemoryInstruction& access, bool load) {
    const unsigned slot = access.access.warp;
    MemoryOrder& order = ordering_->order;
    access.owner.in_queue = access.owner.in_unit = true;
    order.issued(slot, load);
    const unsigned queue = order.queue_of(slot);
    if (!order.is_full(queue)) return;
    const std::uint64_t warps = order.warps_of(queue);
    const std::uint64_t ready = sets_.ready(IssueClass::memory) & warps;
    ordering_->held.hold(ready, MemoryOrder::Verdict::queue_full);
    sets_.reset_ready(ready, IssueClass::memory);
}

void Sm::take_notifications(Cycle now) {
    ordering_->notifications.take(now, [&](LsuNotifications::Notification notification) {
        if (notification.left_queue()) leave_queue(notification.warp(), now);
        if (notification.left_unit()) leave_unit(notification.warp(), now);
    });
}

// A response implies the notifications that the unit has not sent.
void Sm::leave_with_response(MemoryInstruction& response, Cycle now) {
    const unsigned slot = response.access.warp;
    if (std::exchange(response.owner.in_queue, false)) leave_queue(slot, now);
    if (std::exchange(response.owner.in_unit, false)) leave_unit(slot, now);
}

inline void Sm::leave_queue(unsigned slot, Cycle now) {
    MemoryOrder& order = ordering_->order;
    const unsigned queue = order.queue_of(slot);
    const bool was_full = order.is_full(queue);
    order.left_queue(slot);
    if (was_full) update_held(order.warps_of(queue), now);
}

inline void Sm::leave_unit(unsigned slot, Cycle now) {
    ordering_->order.left_unit(slot);
    if (!notifications_awaited() || in_unit(std::uint64_t{1} << slot)) return;
    update_held(std::uint64_t{1} << slot, now);
    continue_after_memory(slot, now);
}

void Sm::update_held(std::uint64_t warps, Cycle now) {
    for (std::uint64_t held = ordering_->held.all() & warps; held; held &= held - 1)
        update_readiness(static_cast<unsigned>(__builtin_ctzll(held)), now, now);
}

}  // namespace heddle
