#include "heddle/stimulus/ptx/simt_stack.h"

namespace heddle::ptx {

void SimtStack::branch(LaneMask taken, std::uint32_t target, std::uint32_t next, std::uint32_t reconvergence) {
    const LaneMask others = top_.lanes & ~taken;
    if (taken == 0 || others == 0) return go_to(others == 0 ? target : next);
    // Lanes that would wait where the entry below already waits need no entry: a loop does not grow the stack.
    const bool waits_below = !below_.empty() && reconvergence == top_.reconvergence;
    if (!waits_below && reconvergence != no_index) below_.push_back({reconvergence, top_.reconvergence, top_.lanes});
    // The side that ends first in the text runs first; either order is correct.
    below_.push_back({target, reconvergence, taken});
    top_ = {next, reconvergence, others};
    reconverge();
}

void SimtStack::leave(LaneMask lanes) {
    for (Entry& entry : below_) entry.lanes &= ~lanes;
    top_.lanes &= ~lanes;
    reconverge();
}

void SimtStack::hold() {
    held_ |= top_.lanes;
    held_pc_ = top_.pc;
    top_.lanes = 0;
    reconverge();
}

bool SimtStack::pop() {
    if (below_.empty()) {
        if (top_.lanes != 0 || held_ == 0) return false;
        top_ = {held_pc_, no_index, held_};
        held_ = 0;
        return false;
    }
    top_ = below_.back();
    top_.lanes &= ~held_;
    below_.pop_back();
    return true;
}

}  // namespace heddle::ptx
