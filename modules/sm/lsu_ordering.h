// What the SM keeps for a load/store unit that does not keep everything in order, or whose instruction queues it
// tracks.
#pragma once

#include "heddle/base/host_line.h"
#include "heddle/sm/held_warps.h"
#include "heddle/sm/lsu_notifications.h"
#include "heddle/sm/memory_order.h"

namespace heddle {

struct alignas(host_line_bytes) LsuOrdering {
    LsuOrdering(Ticked& sm, const MemoryOrder& rule) : notifications(sm), order(rule) {}
    void prefetch() const { prefetch_host_line(this); }

    LsuNotifications notifications;
    unsigned fences = 0;  // warps that wait at one
    HeldWarps held;
    MemoryOrder order;
};

}  // namespace heddle
