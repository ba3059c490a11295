#include "heddle/base/thread_shares.h"

#include <algorithm>
#include <cmath>

namespace heddle {
namespace {

constexpr double worth_a_step = 1.05;  // how much longer a thread has to take before it gives an island away

void put(std::vector<std::uint64_t>& mask, unsigned module) {
    mask[module >> 6] |= std::uint64_t{1} << (module & 63);
}

}  // namespace

ThreadShares::ThreadShares(const StagePlan& plan, unsigned modules, unsigned threads)
    : words_((modules + 63) / 64), alone_(words_, 0) {
    for (unsigned module = 0; module < modules; ++module)
        if (plan.stage(module) == StagePlan::alone) put(alone_, module);
    std::map<Island, std::array<std::vector<unsigned>, StagePlan::stages>> all;
    for (unsigned stage = 0; stage < StagePlan::stages; ++stage)
        for (const auto& [island, members] : plan.islands(stage)) all[island][stage] = members;
    for (auto& [island, members] : all) islands_[island.kind].push_back(std::move(members));
    for (const auto& [kind, list] : islands_)
        for (unsigned thread = 0; thread <= threads; ++thread)
            cuts_[kind].push_back((list.size() * thread + threads - 1) / threads);
    for (auto& masks : masks_) masks.resize(threads);
    choose_kinds_to_move(plan);
    make_masks();
}

// The kind with most modules in a stage; each stage needs one of its own, or moving islands for one would undo what was
// done for the other. The stage with more modules chooses first.
void ThreadShares::choose_kinds_to_move(const StagePlan& plan) {
    std::map<Island::Kind, std::array<std::size_t, StagePlan::stages>> modules;
    std::array<std::size_t, StagePlan::stages> sum{};
    for (unsigned stage = 0; stage < StagePlan::stages; ++stage)
        for (const auto& [island, members] : plan.islands(stage)) {
            modules[island.kind][stage] += members.size();
            sum[stage] += members.size();
        }
    const unsigned larger = sum[1] > sum[0];
    for (const unsigned stage : {larger, 1 - larger}) {
        std::size_t most = 0;
        for (const auto& [kind, counts] : modules)
            if (counts[stage] > most && kind != moved_[1 - stage]) {
                most = counts[stage];
                moved_[stage] = kind;
            }
    }
}

void ThreadShares::make_masks() {
    for (unsigned stage = 0; stage < StagePlan::stages; ++stage)
        for (std::size_t thread = 0; thread < masks_[stage].size(); ++thread) {
            auto& mask = masks_[stage][thread];
            mask.assign(words_, 0);
            for (const auto& [kind, list] : islands_)
                for (std::size_t island = cuts_.at(kind)[thread]; island < cuts_.at(kind)[thread + 1]; ++island)
                    for (const unsigned module : list[island][stage]) put(mask, module);
        }
}

void ThreadShares::even_out(unsigned stage, const std::vector<double>& busy) {
    const auto found = cuts_.find(moved_[stage]);
    if (found == cuts_.end()) return;
    Cuts& cuts = found->second;
    for (std::size_t thread = 1; thread < busy.size(); ++thread) {
        const double before = busy[thread - 1], after = busy[thread];
        // The step is a quarter of what would make both equal if all islands took the same time.
        const std::size_t islands = cuts[thread + 1] - cuts[thread - 1];
        const double difference = std::abs(before - after) / std::max(before + after, 1.0);
        const auto step = 1 + static_cast<std::size_t>(difference * static_cast<double>(islands) / 8);
        if (before > after * worth_a_step)
            cuts[thread] -= std::min(step, cuts[thread] - cuts[thread - 1]);
        else if (after > before * worth_a_step)
            cuts[thread] += std::min(step, cuts[thread + 1] - cuts[thread]);
    }
    make_masks();
}

}  // namespace heddle
