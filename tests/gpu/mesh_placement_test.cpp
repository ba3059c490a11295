// Where the nodes of a GPU stand in a mesh: whatever the size, each has a place of its own, and what does not fit is
// refused with the key and the reason.
#include "heddle/platforms/levels/mesh_noc/mesh_placement.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <set>

#include "heddle/base/error.h"

using namespace heddle;
using Catch::Contains;

namespace {

MeshParameters mesh(unsigned width, unsigned height, const std::string& memory_nodes) {
    MeshParameters parameters;
    parameters.width = width;
    parameters.height = height;
    parameters.memory_nodes = memory_nodes;
    return parameters;
}

MeshPlacement placed(const MeshParameters& parameters, unsigned clusters, unsigned memory_nodes) {
    return place_nodes(parameters, clusters, memory_nodes, "mesh");
}

// All nodes, inside, no two of them in one place, clusters in order.
void check_placement(const MeshPlacement& placement, unsigned clusters, unsigned memory_nodes) {
    INFO(placement.shape.width << " x " << placement.shape.height << ", " << clusters << " clusters, " << memory_nodes
                               << " memory nodes");
    REQUIRE(placement.clusters.size() == clusters);
    REQUIRE(placement.memory.size() == memory_nodes);
    std::set<unsigned> places(placement.clusters.begin(), placement.clusters.end());
    REQUIRE(std::is_sorted(placement.clusters.begin(), placement.clusters.end()));
    places.insert(placement.memory.begin(), placement.memory.end());
    REQUIRE(places.size() == clusters + memory_nodes);
    REQUIRE(*places.rbegin() < placement.shape.places());
}

std::vector<unsigned> per_row(const MeshPlacement& placement) {
    std::vector<unsigned> counts(placement.shape.height);
    for (const unsigned place : placement.memory) ++counts[placement.shape.row(place)];
    return counts;
}

std::vector<unsigned> per_column(const MeshPlacement& placement) {
    std::vector<unsigned> counts(placement.shape.width);
    for (const unsigned place : placement.memory) ++counts[placement.shape.column(place)];
    return counts;
}

unsigned largest(const std::vector<unsigned>& counts) {
    return *std::max_element(counts.begin(), counts.end());
}

}  // namespace

TEST_CASE("mesh: every node has a place of its own, for all sizes of mesh") {
    for (unsigned width = 1; width <= 9; ++width)
        for (unsigned height = 1; height <= 9; ++height)
            for (unsigned memory_nodes = 1; memory_nodes < width * height; ++memory_nodes) {
                const unsigned clusters = width * height - memory_nodes;
                for (const unsigned fewer : {clusters, 1U}) {
                    check_placement(placed(mesh(width, height, "diamond"), fewer, memory_nodes), fewer, memory_nodes);
                    if (memory_nodes <= 2 * width || height == 1)
                        check_placement(placed(mesh(width, height, "edge"), fewer, memory_nodes), fewer, memory_nodes);
                }
            }
}

TEST_CASE("mesh: without a size it is the smallest nearly square one with room") {
    for (unsigned clusters = 1; clusters <= 60; ++clusters)
        for (const unsigned memory_nodes : {1U, 2U, 3U, 6U, 8U, 16U, 64U}) {
            const MeshPlacement placement = placed(mesh(0, 0, "diamond"), clusters, memory_nodes);
            check_placement(placement, clusters, memory_nodes);
            const MeshShape& shape = placement.shape;
            CHECK(shape.width * (shape.height - 1) < clusters + memory_nodes);  // no row too many
            CHECK((shape.width == shape.height || shape.width == shape.height + 1));
        }
}

TEST_CASE("mesh: one side alone gives the other") {
    const MeshShape wide = placed(mesh(8, 0, "diamond"), 12, 8).shape,
                    high = placed(mesh(0, 8, "diamond"), 12, 8).shape;
    CHECK((wide.width == 8 && wide.height == 3));
    CHECK((high.width == 3 && high.height == 8));
    CHECK(placed(mesh(0, 1, "edge"), 6, 2).shape.width == 8);
}

TEST_CASE("mesh: edge is half in the first row, half in the last, apart from each other") {
    const MeshPlacement placement = placed(mesh(6, 6, "edge"), 28, 8);
    CHECK(per_row(placement) == std::vector<unsigned>{4, 0, 0, 0, 0, 4});
    CHECK(largest(per_column(placement)) == 2);
    CHECK(placed(mesh(6, 6, "edge"), 30, 4).memory == std::vector<unsigned>{1, 4, 31, 34});
    CHECK(placed(mesh(3, 3, "edge"), 6, 3).memory == std::vector<unsigned>{0, 2, 7});
}

TEST_CASE("mesh: diamond spreads over rows and columns") {
    for (const unsigned side : {4U, 5U, 6U, 7U, 8U, 9U}) {
        const MeshPlacement placement = placed(mesh(side, side, "diamond"), side * side - 8, 8);
        INFO(side);
        CHECK(largest(per_row(placement)) == 2);
        CHECK(largest(per_column(placement)) == 2);
        CHECK(placement.memory != placed(mesh(side, side, "edge"), side * side - 8, 8).memory);
    }
}

TEST_CASE("mesh: a list gives the places in the order of memory nodes") {
    const MeshPlacement placement = placed(mesh(6, 6, "32,3, 7 ,10,12,23,25,28"), 28, 8);
    CHECK(placement.memory == std::vector<unsigned>{32, 3, 7, 10, 12, 23, 25, 28});
    check_placement(placement, 28, 8);
}

TEST_CASE("mesh: what does not fit is refused with key and reason") {
    CHECK_THROWS_WITH(placed(mesh(5, 5, "diamond"), 28, 8),
                      Contains("mesh.width: is 5 and mesh.height is 5, which makes 25 places, too few for 28 clusters "
                               "and 8 memory nodes"));
    CHECK_THROWS_WITH(placed(mesh(33, 0, "diamond"), 4, 2), Contains("mesh.width: is 33, must be from 1 to 32"));
    CHECK_THROWS_WITH(placed(mesh(0, 1, "diamond"), 28, 8),
                      Contains("mesh.width: is 0") && Contains("would be 36 for 28 clusters"));
    CHECK_THROWS_WITH(placed(mesh(1, 0, "diamond"), 28, 8), Contains("mesh.height: is 0") && Contains("would be 36"));
    CHECK_THROWS_WITH(placed(mesh(3, 4, "edge"), 4, 7), Contains("mesh.memory_nodes: is edge") && Contains("6 places"));
}

TEST_CASE("mesh: a wrong list is refused with the reason") {
    const auto refused = [](const std::string& list) { return placed(mesh(3, 3, list), 4, 3); };
    CHECK_THROWS_WITH(refused("1,2,1"), Contains("mesh.memory_nodes: names place 1 twice"));
    CHECK_THROWS_WITH(refused("1,2,9"), Contains("names place 9") && Contains("places 0 to 8"));
    CHECK_THROWS_WITH(refused("1,2"), Contains("names 2 places, but there are 3 memory nodes"));
    CHECK_THROWS_WITH(refused("1"), Contains("names 1 place, but"));
    CHECK_THROWS_WITH(refused(""), Contains("names 0 places"));
    for (const char* list : {"corner", "1,2,x", "1,,2,3", "1,2,3,", "1 2,3,4", "-1,2,3", "1,2,3.5", "123456789,1,2"})
        CHECK_THROWS_WITH(refused(list), Contains("mesh.memory_nodes: is '" + std::string(list) + "', must be edge"));
}
