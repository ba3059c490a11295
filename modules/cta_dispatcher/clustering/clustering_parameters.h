#pragma once

#include <array>
#include <string>
#include <tuple>

#include "heddle/base/parameters.h"

namespace heddle {

// CTA clustering (MECHANISMS 4.5 to 4.7), done by the dispatcher for any stimulus. What the paper's transformed kernels
// spend on it in instructions stands here in cycles.
struct ClusteringParameters {
    std::string clustering = "none";
    std::string indexing = "row";
    unsigned tile_x = 2;
    unsigned tile_y = 2;
    std::string table = "none";
    unsigned max_agents = 0;
    unsigned active_agents = 0;
    unsigned redirect_overhead_cycles = 20;
    unsigned task_overhead_cycles = 20;
    unsigned agent_overhead_cycles = 0;

    bool with_agents() const { return clustering == "agents"; }
    bool with_table() const { return clustering != "none" && indexing == "table"; }

    template <class Visitor>
    void visit(Visitor& v) {
        v("clustering", clustering, "name",
          "CTAs with reuse on one SM: none, redirect (CTA ids are exchanged, which is right where the policy is rr), "
          "agents (each SM's agents run the CTAs of its cluster)");
        v("indexing", indexing, "name",
          "numbering of the grid that clusters are cut from: row (Y-partition), column (X-partition), tile, table");
        v("tile_x", tile_x, "CTAs", "width of a tile; must divide the grid");
        v("tile_y", tile_y, "CTAs", "height of a tile; must divide the grid");
        v("table", table, "file", "for indexing table: a permutation, the CTAs in their new order, a number each");
        v("max_agents", max_agents, "agents", "agents per SM; 0: as many CTAs of the kernel as an SM holds");
        v("active_agents", active_agents, "agents",
          "agents per SM that run CTAs, the others end at once (throttling); 0: all");
        v("redirect_overhead_cycles", redirect_overhead_cycles, "cycles",
          "redirect: launch of a CTA until it knows its new id");
        v("task_overhead_cycles", task_overhead_cycles, "cycles",
          "agents: end of a CTA until its agent begins the next");
        v("agent_overhead_cycles", agent_overhead_cycles, "cycles",
          "agents: launch until an agent knows its number; about 0 on Fermi and Kepler (warp slot), an atomic at L2 "
          "and a barrier on Maxwell and Pascal");
    }
    void validate(const std::string& key) const {
        require_one_of(clustering, std::array{"none", "redirect", "agents"}, key + ".clustering");
        require_one_of(indexing, std::array{"row", "column", "tile", "table"}, key + ".indexing");
        require_range(tile_x, 1u, 65536u, key + ".tile_x");
        require_range(tile_y, 1u, 65536u, key + ".tile_y");
        require(!with_table() || table != "none", key + ".table", "is none, but indexing is table: name a file");
        validate_indexing(key);
        require_range(max_agents, 0u, 64u, key + ".max_agents");  // an SM has at most 64 CTA slots
        require_range(active_agents, 0u, 64u, key + ".active_agents");
        require(max_agents == 0 || with_agents(), key + ".max_agents",
                "is " + std::to_string(max_agents) + ", which needs " + key + ".clustering=agents");
        require(active_agents == 0 || with_agents(), key + ".active_agents",
                "is " + std::to_string(active_agents) + ", which needs " + key + ".clustering=agents");
        require(max_agents == 0 || active_agents <= max_agents, key + ".active_agents",
                "is " + std::to_string(active_agents) + ", but an SM has only " + std::to_string(max_agents) +
                    " agents (max_agents)");
        for (const auto& [name, cycles] : {std::pair{".redirect_overhead_cycles", redirect_overhead_cycles},
                                           {".task_overhead_cycles", task_overhead_cycles},
                                           {".agent_overhead_cycles", agent_overhead_cycles}})
            require_range(cycles, 0u, 1000000u, key + name);
    }

private:
    // `indexing` may stand without clustering: applications have it, whichever system they run on.
    void validate_indexing(const std::string& key) const {
        const ClusteringParameters standard;
        require(table == standard.table || indexing == "table", key + ".table",
                "is '" + table + "', which needs " + key + ".indexing=table");
        for (const auto& [name, ctas, otherwise] :
             {std::tuple{".tile_x", tile_x, standard.tile_x}, {".tile_y", tile_y, standard.tile_y}})
            require(ctas == otherwise || indexing == "tile", key + name,
                    "is " + std::to_string(ctas) + ", which needs " + key + ".indexing=tile");
    }
};

}  // namespace heddle
