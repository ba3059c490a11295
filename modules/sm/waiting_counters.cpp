#include "heddle/sm/waiting_counters.h"

namespace heddle {

void WaitingCounters::begin(const Sample& ready) {
    now = ready;
    arithmetic = false;
}

void WaitingCounters::issue(IssueClass what) {
    now.waiting -= what == IssueClass::memory;
    arithmetic |= static_cast<unsigned>(what) < unit_classes_of_their_own;
}

void WaitingCounters::account(Cycle elapsed) {
    count(now, 1);
    if (elapsed > 1) count(later, elapsed - 1);
    now = later;
}

void WaitingCounters::count(const Sample& sample, Cycle times) {
    const auto held = [&](MemoryOrder::Verdict why) { return sample.held[static_cast<unsigned>(why)] * times; };
    if (sample.waiting) cycles += times;
    instructions += sample.waiting * times;
    store_order += held(MemoryOrder::Verdict::store_behind);
    load_order += held(MemoryOrder::Verdict::load_behind_store);
    queue_full += held(MemoryOrder::Verdict::queue_full);
}

}  // namespace heddle
