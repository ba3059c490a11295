// Which host thread calls which modules in each stage of a cycle, evened out by what was measured. Plain C++.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/base/stage_plan.h"

namespace heddle {

// An island belongs to one thread in all stages, so that its data stays in one core's caches. The islands stand in a
// row, memory beside the network and the cores behind them, which is cut into as many pieces as there are threads: most
// transactions then pass from one thread to another only on their way between a core and the network.
class ThreadShares {
public:
    ThreadShares(const StagePlan& plan, unsigned modules, unsigned threads);

    // The modules of a thread, or those that are called alone, as a bitmap.
    const std::uint64_t* mask(unsigned stage, unsigned thread) const { return masks_[stage][thread].data(); }
    const std::uint64_t* alone() const { return alone_.data(); }

    // Threads were busy for these times. Where two neighbours differ, the one that took longer gives islands to the
    // other.
    void even_out(const std::vector<double>& busy);

private:
    void cut_by_modules(unsigned threads);
    void make_masks();

    const std::size_t words_;
    using Members = std::array<std::vector<unsigned>, StagePlan::stages>;
    std::vector<Members> islands_;
    std::vector<std::size_t> cuts_;  // the first island of each thread, and one past the last
    std::vector<std::vector<std::uint64_t>> masks_[StagePlan::stages];
    std::vector<std::uint64_t> alone_;
};

}  // namespace heddle
