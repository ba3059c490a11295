// What the warps of a CTA bring to a bar.red, and what they take from it. Plain C++.
#pragma once

#include <array>
#include <cstdint>

namespace heddle::ptx {

// A warp that has passed a barrier may bring its part to the next one before the others have taken the result of this
// one, but never to the one after that: two phases are enough.
class BarrierReduction {
public:
    struct Result {
        std::uint32_t threads = 0;  // that took part
        std::uint32_t yes = 0;      // those whose predicate holds
    };

    void start() { phases_ = {}; }
    // `phase` counts the reductions of a warp, from 0.
    void add(std::uint64_t phase, std::uint32_t threads, std::uint32_t yes) {
        Phase& mine = phases_[phase % phases_.size()];
        if (mine.number != phase) mine = {phase, {}};
        mine.sum.threads += threads;
        mine.sum.yes += yes;
    }
    // Known once the barrier is open.
    const Result& result(std::uint64_t phase) const { return phases_[phase % phases_.size()].sum; }

private:
    struct Phase {
        std::uint64_t number = ~std::uint64_t{0};
        Result sum;
    };
    std::array<Phase, 2> phases_;
};

}  // namespace heddle::ptx
