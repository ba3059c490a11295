// The SIMT stack: divergence and reconvergence at immediate post-dominators.
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
    // Removes the lanes from every entry. The top entry may lose its last lane only when no lane is left at all.
    void leave(LaneMask lanes);

private:
    struct Entry {
        std::uint32_t pc;
        std::uint32_t reconvergence;
        LaneMask lanes;
    };

    void reconverge() {
        while (!below_.empty() && (top_.pc == top_.reconvergence || top_.lanes == 0)) {
            top_ = below_.back();
            below_.pop_back();
        }
    }

    Entry top_{0, no_index, 0};
    std::vector<Entry> below_;
};

}  // namespace heddle::ptx
