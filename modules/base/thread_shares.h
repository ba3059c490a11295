// Which host thread calls which modules in each stage of a cycle, evened out by what was measured. Plain C++.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "heddle/base/stage_plan.h"

namespace heddle {

// An island belongs to one thread in both stages, so that its data stays in one core's caches. The islands of each kind
// are cut into as many ranges of neighbours as there are threads.
class ThreadShares {
public:
    ThreadShares(const StagePlan& plan, unsigned modules, unsigned threads);

    // The modules of a thread, or those that are called alone, as a bitmap.
    const std::uint64_t* mask(unsigned stage, unsigned thread) const { return masks_[stage][thread].data(); }
    const std::uint64_t* alone() const { return alone_.data(); }

    // Threads were busy in a stage for these times. Where two neighbours differ, the one that took longer gives an
    // island to the other, of the kind that makes up most of this stage.
    void even_out(unsigned stage, const std::vector<double>& busy);

private:
    using Cuts = std::vector<std::size_t>;  // the first island of each thread, and one past the last
    void choose_kinds_to_move(const StagePlan& plan);
    void make_masks();

    const std::size_t words_;
    std::map<Island::Kind, std::vector<std::array<std::vector<unsigned>, StagePlan::stages>>> islands_;
    std::map<Island::Kind, Cuts> cuts_;
    std::array<Island::Kind, StagePlan::stages> moved_{};  // none: no island of the stage moves
    std::vector<std::vector<std::uint64_t>> masks_[StagePlan::stages];
    std::vector<std::uint64_t> alone_;
};

}  // namespace heddle
