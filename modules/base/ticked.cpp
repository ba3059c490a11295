#include "base/ticked.h"

namespace heddle {

// Spurious ticks are allowed, lost ones are deadlocks: a request made while this module is due in the current cycle but
// has not ticked yet must be kept, hence next > now.
void Ticked::wake_later(Cycle cycle) {
    const Cycle next = domain_.next_of(id_);
    if (cycle >= next && next > domain_.now()) return;
    domain_.next_of(id_) = cycle;
    domain_.schedule(cycle, id_);
}

void Ticked::wake_also_later(Cycle cycle) {
    const Cycle next = domain_.next_of(id_);
    if (cycle > next && next > domain_.now())
        domain_.schedule(cycle, id_);
    else
        wake_later(cycle);
}

}  // namespace heddle
