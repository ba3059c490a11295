// The notifications of the load/store unit about instructions that it has not responded to yet (base/lsu_messages.h),
// kept until the cycle in which they become visible.
#pragma once

#include <vector>

#include "heddle/base/at_out.h"
#include "heddle/base/lsu_messages.h"
#include "heddle/sm/memory_instruction.h"

namespace heddle {

class LsuNotifications final : public PhaseObserver {
public:
    // Says of an instruction, for the first time, that it has left its queue, or the unit, or both.
    // It is packed into one word, because the host stalls when it copies as a whole what it has just written in parts.
    class Notification {
    public:
        Notification(Cycle visible, unsigned warp, bool left_queue, bool left_unit)
            : word_(visible << 8 | warp << 2 | unsigned{left_unit} << 1 | unsigned{left_queue}) {}
        Cycle visible() const { return word_ >> 8; }
        unsigned warp() const { return word_ >> 2 & 63; }
        bool left_queue() const { return word_ & 1; }
        bool left_unit() const { return word_ & 2; }

    private:
        std::uint64_t word_;
    };

    explicit LsuNotifications(Ticked& owner) : owner_(owner) {}

    // Reads the instruction now, while the unit has just had it in the host's cache: by the cycle in which the
    // notification becomes visible it has been evicted.
    void phase_seen(Payload& payload, const tlm::tlm_phase& phase, Cycle visible) override {
        const bool is_left_unit = phase == LEFT_UNIT;
        if (!is_left_unit && phase != LEFT_QUEUE) return;
        auto& access = static_cast<MemoryInstruction&>(payload);
        const bool left_queue = access.owner.in_queue, left_unit = is_left_unit & access.owner.in_unit;
        if (!left_queue && !left_unit) return;
        access.owner.in_queue = false;
        access.owner.in_unit ^= left_unit;
        pending_.emplace_back(visible, access.access.warp, left_queue, left_unit);
        if (urgent_) owner_.wake_also_at(visible);
    }
    // Called at the end of the owner's every tick: whether a warp waits for a notification. If none does, notifications
    // do not wake the owner and are taken in its next tick.
    void set_urgent(bool urgent) {
        urgent_ = urgent;
        if (!urgent) return;
        for (const Notification& notification : pending_) owner_.wake_also_at(notification.visible());
    }
    bool empty() const { return pending_.empty(); }
    // Calls visit(Notification) for each that is visible by now, in the order of arrival.
    template <class Visit>
    void take(Cycle now, Visit visit) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < pending_.size(); ++i) {
            const Notification notification = pending_[i];
            if (notification.visible() > now)
                pending_[kept++] = notification;
            else
                visit(notification);
        }
        pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(kept), pending_.end());
    }

private:
    std::vector<Notification> pending_;
    Ticked& owner_;
    bool urgent_ = false;
};

}  // namespace heddle
