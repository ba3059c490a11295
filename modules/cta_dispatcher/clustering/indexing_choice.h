// The indexing that the parameters name, for the grids of a run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heddle/cta_dispatcher/clustering/clustering_parameters.h"
#include "heddle/cta_dispatcher/clustering/grid_indexing.h"
#include "heddle/cta_dispatcher/grid_shape.h"

namespace heddle {

class IndexingChoice {
public:
    // Reads the table, if there is one.
    IndexingChoice(const ClusteringParameters& parameters, const std::string& key);

    // Throws ParameterError for a grid that tiles do not divide, or that has more or fewer CTAs than the table.
    std::unique_ptr<GridIndexing> indexing_of(const GridShape& grid) const;

private:
    void require_tiles(const GridShape& grid) const;

    const ClusteringParameters parameters_;
    const std::string key_;
    std::vector<std::uint32_t> table_;
};

}  // namespace heddle
