// The totals and figures of a level of caches, and their rows in the result table.
#pragma once

#include <string>
#include <vector>

#include "heddle/base/ratio.h"
#include "heddle/platforms/common/table_writer.h"
#include "heddle/platforms/common/totals.h"

namespace heddle {

// `level`: the instance's name; the totals begin with `prefix`.
inline std::vector<TotalSource> cache_totals(const std::string& level, const std::string& prefix) {
    const BlockFilter caches{level, ""};
    return {{prefix + "_accesses", caches, "accesses"},
            {prefix + "_hits", caches, "hits"},
            {prefix + "_hit_reserved", caches, "hits_reserved"},
            {prefix + "_misses", caches, "misses"}};
}

// How evenly the level's caches are used, and how far the lookup port of the most used one. `lookups`: the counters of
// what takes the port of a cache; `per_cycle`: how many it takes at once.
inline std::vector<FigureSource> cache_figures(const std::string& level, const std::string& prefix,
                                               const std::vector<std::string>& lookups, double per_cycle = 1) {
    const BlockFilter caches{level, ""};
    return {
        {prefix + "_camping_index", "1", "lookups of the most used cache of the level over the mean of all",
         [=](const Totals&, const BlockFigures& blocks) { return blocks.imbalance(caches, lookups); }},
        {prefix + "_port_utilisation_max", "1",
         "lookups of the most used cache of the level as a part of those that its cycles had room for",
         [=](const Totals&, const BlockFigures& blocks) { return blocks.use(caches, lookups, per_cycle).busiest; }}};
}

inline void write_cache_rows(TableWriter& table, const Totals& totals, const std::string& label,
                             const std::string& prefix) {
    const std::uint64_t accesses = totals[prefix + "_accesses"];
    table.row(label + " accesses", grouped(accesses));
    if (!accesses) return;
    table.row(label + " hit rate", percent(ratio(totals[prefix + "_hits"], accesses)),
              percent(ratio(totals[prefix + "_hit_reserved"], accesses)) + " more merged with an outstanding miss");
    table.row(label + " misses", grouped(totals[prefix + "_misses"]));
}

}  // namespace heddle
