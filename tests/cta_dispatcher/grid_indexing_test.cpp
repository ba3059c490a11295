// How the CTAs of a grid are numbered before they are cut into clusters.
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <vector>

#include "heddle/cta_dispatcher/clustering/column_indexing.h"
#include "heddle/cta_dispatcher/clustering/indexing_choice.h"
#include "heddle/cta_dispatcher/clustering/row_indexing.h"
#include "heddle/cta_dispatcher/clustering/table_indexing.h"
#include "heddle/cta_dispatcher/clustering/tile_indexing.h"
#include "kit/test_scale.h"

using namespace heddle;

namespace {

using Ids = std::vector<std::uint32_t>;

// The ids of a grid's CTAs, as one reads the grid.
Ids ids(const GridIndexing& indexing, const GridShape& grid) {
    Ids result;
    for (std::uint32_t cta = 0; cta < grid.ctas(); ++cta) result.push_back(indexing.id_of(cta));
    return result;
}

void check_bijection(const GridIndexing& indexing, const GridShape& grid) {
    CAPTURE(grid.x, grid.y, grid.z);
    std::vector<bool> seen(grid.ctas());
    for (std::uint32_t v = 0; v < grid.ctas(); ++v) {
        const std::uint32_t cta = indexing.cta_of(v);
        REQUIRE(cta < grid.ctas());
        REQUIRE_FALSE(seen[cta]);
        seen[cta] = true;
        REQUIRE(indexing.id_of(cta) == v);
    }
}

}  // namespace

TEST_CASE("indexing by rows, columns and tiles of a grid with two dimensions") {
    const GridShape grid{4, 4};
    CHECK(ids(RowIndexing(), {3, 2}) == Ids{0, 1, 2, 3, 4, 5});
    CHECK(ids(ColumnIndexing({3, 2}), {3, 2}) == Ids{0, 2, 4, 1, 3, 5});
    // MECHANISMS 4.5.
    CHECK(ids(TileIndexing(grid, 2, 2), grid) == Ids{0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15});
    CHECK(ids(TileIndexing(grid, 4, 1), grid) == ids(RowIndexing(), grid));
    CHECK(ids(TileIndexing(grid, 1, 2), {4, 2}) == ids(ColumnIndexing({4, 2}), {4, 2}));
}

TEST_CASE("indexing a grid with one dimension by columns is the same as by rows") {
    CHECK(ids(ColumnIndexing({7}), {7}) == ids(RowIndexing(), {7}));
}

TEST_CASE("indexing a grid with three dimensions: columns have x slowest, tiles go plane by plane") {
    const GridShape grid{2, 2, 2};
    CHECK(ids(ColumnIndexing(grid), grid) == Ids{0, 4, 2, 6, 1, 5, 3, 7});
    CHECK(ids(TileIndexing(grid, 1, 2), grid) == Ids{0, 2, 1, 3, 4, 6, 5, 7});
}

TEST_CASE("indexing by a table") {
    const TableIndexing indexing({2, 0, 3, 1});
    CHECK(indexing.cta_of(0) == 2);
    CHECK(ids(indexing, {2, 2}) == Ids{1, 3, 0, 2});
}

TEST_CASE("a table that is no permutation is told with its first wrong entry") {
    CHECK_FALSE(fault_of({1, 0, 2}));
    const auto twice = fault_of({0, 2, 1, 2});
    REQUIRE(twice);
    CHECK(twice->entry == 3);
    CHECK_THAT(twice->reason, Catch::Contains("CTA 2 for the second time, after entry 1"));
    const auto beyond = fault_of({0, 3, 1});
    REQUIRE(beyond);
    CHECK(beyond->entry == 1);
    CHECK_THAT(beyond->reason, Catch::Contains("CTA 3") && Catch::Contains("from 0 to 2"));
}

TEST_CASE("tiles that do not divide a grid are refused by the name of their key") {
    const auto index = [](const GridShape& grid, unsigned tile_x, unsigned tile_y) {
        ClusteringParameters parameters;
        parameters.clustering = "redirect";
        parameters.indexing = "tile";
        parameters.tile_x = tile_x;
        parameters.tile_y = tile_y;
        IndexingChoice(parameters, "d").indexing_of(grid);
    };
    CHECK_NOTHROW(index({6, 4, 3}, 3, 2));
    CHECK_THROWS_WITH(index({6, 4}, 4, 2), Catch::Contains("d.tile_x"));
    CHECK_THROWS_WITH(index({6, 4}, 2, 3), Catch::Contains("d.tile_y"));
}

TEST_CASE("indexings of random grids are bijections") {
    std::mt19937 random(4);
    const auto up_to = [&](std::uint32_t most) { return 1 + static_cast<std::uint32_t>(random() % most); };
    const std::uint64_t runs = scaled(200, 20);
    for (std::uint64_t run = 0; run < runs; ++run) {
        const std::uint32_t tile_x = up_to(5), tile_y = up_to(5);
        const GridShape grid{tile_x * up_to(6), tile_y * up_to(6), up_to(4)};
        check_bijection(RowIndexing(), grid);
        check_bijection(ColumnIndexing(grid), grid);
        check_bijection(TileIndexing(grid, tile_x, tile_y), grid);
        Ids table(grid.ctas());
        std::iota(table.begin(), table.end(), 0);
        std::shuffle(table.begin(), table.end(), random);
        check_bijection(TableIndexing(table), grid);
    }
}
