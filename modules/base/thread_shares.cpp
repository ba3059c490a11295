#include "heddle/base/thread_shares.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace heddle {
namespace {

constexpr double worth_a_step = 1.05;  // how much longer a thread has to take before it gives an island away

void put(std::vector<std::uint64_t>& mask, unsigned module) {
    mask[module >> 6] |= std::uint64_t{1} << (module & 63);
}

// The place of a kind in the row.
unsigned place(Island::Kind kind) {
    switch (kind) {
        case Island::Kind::network:
            return 0;
        case Island::Kind::partition:
            return 1;
        case Island::Kind::node:
            return 2;
        default:
            return 3;
    }
}

}  // namespace

ThreadShares::ThreadShares(const StagePlan& plan, unsigned modules, unsigned threads)
    : words_((modules + 63) / 64), alone_(words_, 0) {
    for (unsigned module = 0; module < modules; ++module)
        if (plan.stage(module) == StagePlan::alone) put(alone_, module);
    std::map<std::pair<unsigned, Island>, Members> row;
    for (unsigned stage = 0; stage < StagePlan::stages; ++stage)
        for (const auto& [island, members] : plan.islands(stage)) row[{place(island.kind), island}][stage] = members;
    for (auto& [island, members] : row) islands_.push_back(std::move(members));
    cut_by_modules(threads);
    for (auto& masks : masks_) masks.resize(threads);
    make_masks();
}

// Before anything is measured, a module counts as much as any other.
void ThreadShares::cut_by_modules(unsigned threads) {
    std::vector<std::size_t> modules_before{0};
    for (const Members& island : islands_) {
        std::size_t modules = modules_before.back();
        for (const auto& of_stage : island) modules += of_stage.size();
        modules_before.push_back(modules);
    }
    for (unsigned thread = 0; thread <= threads; ++thread) {
        const std::size_t share = (modules_before.back() * thread + threads - 1) / threads;
        const auto cut = std::lower_bound(modules_before.begin(), modules_before.end(), share);
        cuts_.push_back(static_cast<std::size_t>(cut - modules_before.begin()));
    }
}

void ThreadShares::make_masks() {
    for (unsigned stage = 0; stage < StagePlan::stages; ++stage)
        for (std::size_t thread = 0; thread < masks_[stage].size(); ++thread) {
            auto& mask = masks_[stage][thread];
            mask.assign(words_, 0);
            for (std::size_t island = cuts_[thread]; island < cuts_[thread + 1]; ++island)
                for (const unsigned module : islands_[island][stage]) put(mask, module);
        }
}

void ThreadShares::even_out(const std::vector<double>& busy) {
    for (std::size_t thread = 1; thread < busy.size(); ++thread) {
        const double before = busy[thread - 1], after = busy[thread];
        // The step is half of what would make both equal if all islands took the same time.
        const std::size_t islands = cuts_[thread + 1] - cuts_[thread - 1];
        const double difference = std::abs(before - after) / std::max(before + after, 1.0);
        const auto step = 1 + static_cast<std::size_t>(difference * static_cast<double>(islands) / 4);
        if (before > after * worth_a_step)
            cuts_[thread] -= std::min(step, cuts_[thread] - cuts_[thread - 1]);
        else if (after > before * worth_a_step)
            cuts_[thread] += std::min(step, cuts_[thread + 1] - cuts_[thread]);
    }
    make_masks();
}

}  // namespace heddle
