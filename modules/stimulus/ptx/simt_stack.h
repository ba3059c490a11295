// The SIMT stack: divergence and reconvergence at immediate post-dominators. Lanes may also wait for all others,
// outside of this order, as at a barrier.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/lane_access.h"
#include "heddle/stimulus/ptx/ast.h"

namespace heddle::ptx {

class SimtStack {
public:
    void start(LaneMask lanes) {
        below_.clear();
        held_ = 0;
        top_ = {0, no_index, lanes};
    }

    std::uint32_t pc() const { return top_.pc; }
    LaneMask active() const { return top_.lanes; }
    bool diverged() const { return !below_.empty(); }
    std::size_t depth() const { return below_.size() + 1; }

    void go_to(std::uint32_t pc) {
        top_.pc = pc;
        reconverge();
    }
    // `taken` of the active lanes go to `target`, the others to `next`; they meet again at `reconvergence`.
    void branch(LaneMask taken, std::uint32_t target, std::uint32_t next, std::uint32_t reconvergence);
    // Removes the lanes from every entry.
    void leave(LaneMask lanes);
    // The active lanes wait where they are, all of a warp's at the same place, and others become active. When all lanes
    // wait, or have left, they go on together.
    void hold();
    LaneMask held() const { return held_; }
    std::uint32_t held_pc() const { return held_pc_; }

private:
    struct Entry {
        std::uint32_t pc;
        std::uint32_t reconvergence;
        LaneMask lanes;
    };

    void reconverge() {
        while ((top_.pc == top_.reconvergence || top_.lanes == 0) && pop()) {
        }
    }
    // False where no entry is left: those that wait, if any, are on top then.
    bool pop();

    Entry top_{0, no_index, 0};
    std::vector<Entry> below_;  // their lanes may include some that are held
    LaneMask held_ = 0;
    std::uint32_t held_pc_ = 0;
};

}  // namespace heddle::ptx
