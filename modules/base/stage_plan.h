// In which of two stages of a cycle each module is called, so that several host threads can share the work. Plain C++.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "heddle/base/island.h"

namespace heddle {

// While a module is called it changes itself, and through sockets the modules it is bound to. Modules of one island are
// called by one thread. So threads keep out of each other's way if modules that are bound to one another and belong to
// different islands are called in different stages: a colouring of the graph of bindings with two colours. What is
// called by several threads in the stage in which it is not called itself has a port for each caller. Modules without
// an island, and those for which there is no colour, are called alone before both stages.
class StagePlan {
public:
    static constexpr unsigned stages = 2, alone = stages;
    using Binding = std::pair<unsigned, unsigned>;  // of two modules

    // `islands`: of each module.
    StagePlan(const std::vector<Island>& islands, const std::vector<Binding>& bindings);

    // A stage, or `alone`.
    unsigned stage(unsigned module) const { return stage_[module]; }
    // Modules that have an island but no colour: they are part of an odd ring of bindings between islands.
    const std::vector<unsigned>& uncoloured() const { return uncoloured_; }

    // The modules of a stage by island.
    using ByIsland = std::map<Island, std::vector<unsigned>>;
    const ByIsland& islands(unsigned stage) const { return by_island_[stage]; }

private:
    void colour(const std::vector<Island>& islands, const std::vector<std::vector<unsigned>>& neighbours);
    void colour_from(unsigned first, const std::vector<Island>& islands,
                     const std::vector<std::vector<unsigned>>& neighbours);
    unsigned stage_of_network(const std::vector<Island>& islands) const;
    void join_their_islands(const std::vector<Island>& islands, const std::vector<std::vector<unsigned>>& neighbours);
    std::vector<unsigned> stage_;
    std::vector<unsigned> uncoloured_;
    ByIsland by_island_[stages];
};

}  // namespace heddle
