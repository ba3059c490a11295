#include "heddle/base/stage_plan.h"

#include <algorithm>

namespace heddle {
namespace {

constexpr unsigned open = ~0U;  // not decided yet

bool crosses(const std::vector<Island>& islands, unsigned a, unsigned b) {
    return !islands[a].none() && !islands[b].none() && islands[a] != islands[b];
}

}  // namespace

StagePlan::StagePlan(const std::vector<Island>& islands, const std::vector<Binding>& bindings)
    : stage_(islands.size(), open) {
    std::vector<std::vector<unsigned>> neighbours(islands.size());
    for (const auto& [a, b] : bindings) {
        neighbours[a].push_back(b);
        neighbours[b].push_back(a);
    }
    for (unsigned module = 0; module < islands.size(); ++module)
        if (islands[module].none()) stage_[module] = alone;
    colour(islands, neighbours);
    join_their_islands(islands, neighbours);
    for (unsigned module = 0; module < islands.size(); ++module)
        if (stage_[module] != alone) by_island_[stage_[module]][islands[module]].push_back(module);
}

// Modules that are bound to no other island are left open.
void StagePlan::colour(const std::vector<Island>& islands, const std::vector<std::vector<unsigned>>& neighbours) {
    for (unsigned module = 0; module < islands.size(); ++module) {
        const auto& others = neighbours[module];
        const bool bound_outside =
            std::any_of(others.begin(), others.end(), [&](unsigned other) { return crosses(islands, module, other); });
        if (stage_[module] == open && bound_outside) colour_from(module, islands, neighbours);
    }
}

void StagePlan::colour_from(unsigned first, const std::vector<Island>& islands,
                            const std::vector<std::vector<unsigned>>& neighbours) {
    std::vector<unsigned> found{first};
    stage_[first] = 0;
    for (std::size_t next = 0; next < found.size(); ++next) {
        const unsigned module = found[next];
        if (stage_[module] == alone) continue;
        for (const unsigned other : neighbours[module]) {
            if (!crosses(islands, module, other)) continue;
            if (stage_[other] == open) {
                stage_[other] = 1 - stage_[module];
                found.push_back(other);
            } else if (stage_[other] == stage_[module]) {
                stage_[other] = alone;
                uncoloured_.push_back(other);
            }
        }
    }
}

// The network's stage, if there is one.
unsigned StagePlan::stage_of_network(const std::vector<Island>& islands) const {
    for (unsigned module = 0; module < islands.size(); ++module)
        if (islands[module].kind == Island::Kind::network && stage_[module] < stages) return stage_[module];
    return open;
}

// A module that is bound only inside its island may be called in any stage. Those of cores are called in the network's:
// a network is one module, and where all its neighbours are called in the other stage, all threads but one would have
// nothing to do meanwhile. Others are called in the stage of one that they are bound to, so that their island is spread
// over the stages as little as possible.
void StagePlan::join_their_islands(const std::vector<Island>& islands,
                                   const std::vector<std::vector<unsigned>>& neighbours) {
    const unsigned with_network = stage_of_network(islands);
    std::vector<unsigned> decided;
    for (unsigned module = 0; module < islands.size(); ++module) {
        if (stage_[module] == open && islands[module].kind == Island::Kind::core) stage_[module] = with_network;
        if (stage_[module] < stages) decided.push_back(module);
    }
    for (std::size_t next = 0; next < decided.size(); ++next)
        for (const unsigned other : neighbours[decided[next]])
            if (stage_[other] == open) {
                stage_[other] = stage_[decided[next]];
                decided.push_back(other);
            }
    std::replace(stage_.begin(), stage_.end(), open, 0U);
}

}  // namespace heddle
