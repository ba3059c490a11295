#include "heddle/cta_dispatcher/clustering/indexing_choice.h"

#include "heddle/cta_dispatcher/clustering/column_indexing.h"
#include "heddle/cta_dispatcher/clustering/cta_table.h"
#include "heddle/cta_dispatcher/clustering/row_indexing.h"
#include "heddle/cta_dispatcher/clustering/table_indexing.h"
#include "heddle/cta_dispatcher/clustering/tile_indexing.h"

namespace heddle {

IndexingChoice::IndexingChoice(const ClusteringParameters& parameters, const std::string& key)
    : parameters_(parameters), key_(key) {
    if (parameters.with_table()) table_ = read_cta_table(parameters.table, key + ".table");
}

std::unique_ptr<GridIndexing> IndexingChoice::indexing_of(const GridShape& grid) const {
    if (parameters_.indexing == "row") return std::make_unique<RowIndexing>();
    if (parameters_.indexing == "column") return std::make_unique<ColumnIndexing>(grid);
    if (parameters_.indexing == "tile") {
        require_tiles(grid);
        return std::make_unique<TileIndexing>(grid, parameters_.tile_x, parameters_.tile_y);
    }
    require(table_.size() == grid.ctas(), key_ + ".table",
            "file '" + parameters_.table + "' has " + std::to_string(table_.size()) + " entries, but the grid has " +
                std::to_string(grid.ctas()) + " CTAs; a table is a permutation of all of them");
    return std::make_unique<TableIndexing>(table_);
}

void IndexingChoice::require_tiles(const GridShape& grid) const {
    const auto check = [&](unsigned tile, std::uint32_t size, const char* name, const char* axis) {
        require(size % tile == 0, key_ + name,
                "is " + std::to_string(tile) + ", which does not divide the grid's " + std::to_string(size) +
                    " CTAs in " + axis + "; tiles must cover the grid without a rest");
    };
    check(parameters_.tile_x, grid.x, ".tile_x", "x");
    check(parameters_.tile_y, grid.y, ".tile_y", "y");
}

}  // namespace heddle
