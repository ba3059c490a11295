// In which stage of a cycle each module is called, so that several host threads can share the work. Plain C++.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "heddle/base/island.h"

namespace heddle {

// While a module is called it changes itself, and through sockets the modules it is bound to. Modules of one island are
// called by one thread. So threads keep out of each other's way if modules that are bound to one another and belong to
// different islands are called in different stages, the `first` and the `second`: a colouring of the graph of bindings
// with two colours. Modules that are bound only `inside` their island are in nobody's way and are called between the
// two. A thread begins with its second stage when all threads have ended their first; its modules inside islands do not
// wait. What is called by several threads while it is not called itself has a port for each caller. Modules without an
// island, and those for which there is no colour, are called alone before all stages.
class StagePlan {
public:
    enum Stage : unsigned { first, inside, second, alone };
    static constexpr unsigned stages = alone;
    using Binding = std::pair<unsigned, unsigned>;  // of two modules

    // `islands`: of each module.
    StagePlan(const std::vector<Island>& islands, const std::vector<Binding>& bindings);

    Stage stage(unsigned module) const { return stage_[module]; }
    // Modules that have an island but no colour: they are part of an odd ring of bindings between islands.
    const std::vector<unsigned>& uncoloured() const { return uncoloured_; }

    // The modules of a stage by island.
    using ByIsland = std::map<Island, std::vector<unsigned>>;
    const ByIsland& islands(unsigned stage) const { return by_island_[stage]; }

private:
    void colour_from(unsigned module, const std::vector<std::vector<unsigned>>& neighbours);

    std::vector<Stage> stage_;
    std::vector<unsigned> uncoloured_;
    ByIsland by_island_[stages];
};

}  // namespace heddle
