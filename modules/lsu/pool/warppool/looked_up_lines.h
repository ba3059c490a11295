// Line requests of which an L1 with a port for stores has said that it looked them up (base/l1_messages.h), kept until
// the cycle in which that becomes visible.
#pragma once

#include "heddle/base/at_out.h"
#include "heddle/base/l1_messages.h"
#include "heddle/base/registered_queue.h"

namespace heddle {

class LookedUpLines final : public PhaseObserver {
public:
    explicit LookedUpLines(Ticked& owner) : owner_(owner) {}

    void phase_seen(Payload& payload, const tlm::tlm_phase& phase, Cycle visible) override {
        if (phase != LOOKED_UP) return;
        lines_.push(&payload, visible);
        owner_.wake_also_at(visible);
    }
    bool empty() const { return lines_.empty(); }
    bool ready(Cycle now) const { return lines_.ready(now); }
    Payload* pop(Cycle now) { return lines_.pop(now); }
    Cycle due(Cycle now, bool progress) const { return lines_.due(now, progress); }

private:
    Ticked& owner_;
    // The L1 looks up one request per cycle, and the owner takes it in the next: two are in here at most.
    RegisteredQueue<Payload*> lines_{4};
};

}  // namespace heddle
