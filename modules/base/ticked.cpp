#include "base/ticked.h"

namespace heddle {

// Spurious ticks are allowed, lost ones are deadlocks: a request made while this module is due in the current cycle but
// has not ticked yet must be kept, hence next > now.
void Ticked::wake_later(Cycle cycle) {
    Cycle& next = domain_.next_of(id_);
    if (cycle >= next && next > domain_.now()) return;
    next = cycle;
    domain_.schedule(cycle, id_);
}

void Ticked::wake_also_later(Cycle cycle) {
    Cycle& next = domain_.next_of(id_);
    const bool earlier_pending = next <= cycle && next > domain_.now();
    if (earlier_pending && next == cycle) return;
    if (!earlier_pending) next = cycle;
    domain_.schedule(cycle, id_);
}

}  // namespace heddle
