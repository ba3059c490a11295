#include "heddle/base/stage_plan.h"

namespace heddle {
namespace {

bool crosses(const std::vector<Island>& islands, unsigned a, unsigned b) {
    return !islands[a].none() && !islands[b].none() && islands[a] != islands[b];
}

}  // namespace

StagePlan::StagePlan(const std::vector<Island>& islands, const std::vector<Binding>& bindings)
    : stage_(islands.size(), inside) {
    std::vector<std::vector<unsigned>> neighbours(islands.size());
    for (const auto& [a, b] : bindings) {
        if (!crosses(islands, a, b)) continue;
        neighbours[a].push_back(b);
        neighbours[b].push_back(a);
    }
    for (unsigned module = 0; module < islands.size(); ++module) {
        if (islands[module].none()) stage_[module] = alone;
        if (stage_[module] == inside && !neighbours[module].empty()) colour_from(module, neighbours);
    }
    for (unsigned module = 0; module < islands.size(); ++module)
        if (stage_[module] != alone) by_island_[stage_[module]][islands[module]].push_back(module);
}

// `neighbours`: the modules of other islands that each module is bound to. Modules that cannot be reached from this one
// over such bindings are coloured by themselves.
void StagePlan::colour_from(unsigned module, const std::vector<std::vector<unsigned>>& neighbours) {
    std::vector<unsigned> found{module};
    stage_[module] = first;
    for (std::size_t next = 0; next < found.size(); ++next) {
        const Stage stage = stage_[found[next]];
        if (stage == alone) continue;
        for (const unsigned other : neighbours[found[next]]) {
            if (stage_[other] == inside) {
                stage_[other] = stage == first ? second : first;
                found.push_back(other);
            } else if (stage_[other] == stage) {
                stage_[other] = alone;
                uncoloured_.push_back(other);
            }
        }
    }
}

}  // namespace heddle
