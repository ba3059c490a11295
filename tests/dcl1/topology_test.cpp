// The table of MECHANISMS 5.3, and the rules that a topology must keep to.
#include <catch2/catch.hpp>

#include "heddle/base/error.h"
#include "heddle/platforms/levels/decoupled_l1/dcl1_topology.h"

using namespace heddle;
using Catch::Contains;

namespace {

struct Row {
    Dcl1Topology topology;
    std::string name;
    CrossbarCount noc1, noc2;
    unsigned home_bits, max_copies;
};

const Row table[] = {{{80, 80, 80, 32}, "Pr80", {80, 1, 1}, {1, 80, 32}, 0, 80},
                     {{80, 40, 40, 32}, "Pr40", {40, 2, 1}, {1, 40, 32}, 0, 40},
                     {{80, 20, 20, 32}, "Pr20", {20, 4, 1}, {1, 20, 32}, 0, 20},
                     {{80, 10, 10, 32}, "Pr10", {10, 8, 1}, {1, 10, 32}, 0, 10},
                     {{80, 40, 1, 32}, "Sh40", {1, 80, 40}, {1, 40, 32}, 6, 1},
                     {{80, 40, 5, 32}, "Sh40+C5", {5, 16, 8}, {8, 5, 4}, 3, 5},
                     {{80, 40, 10, 32}, "Sh40+C10", {10, 8, 4}, {4, 10, 8}, 2, 10},
                     {{80, 40, 20, 32}, "Sh40+C20", {20, 4, 2}, {2, 20, 16}, 1, 20},
                     {{120, 60, 10, 48}, "Sh60+C10", {10, 12, 6}, {6, 10, 8}, 3, 10}};

std::string broken_rule(const Dcl1Topology& topology) {
    try {
        topology.validate("decoupled_l1");
        if (topology.can_split()) topology.validate_split("decoupled_l1");
    } catch (const ParameterError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("crossbars, home bits and copies of each design are those of the paper") {
    for (const Row& row : table) {
        INFO(row.name);
        CHECK(broken_rule(row.topology).empty());
        CHECK(row.topology.name() == row.name);
        CHECK(row.topology.noc1() == row.noc1);
        CHECK(row.topology.noc2() == row.noc2);
        CHECK(row.topology.home_bits() == row.home_bits);
        CHECK(row.topology.max_copies() == row.max_copies);
    }
}

TEST_CASE("a broken rule is named") {
    CHECK_THAT(broken_rule({80, 40, 3, 32}),
               Contains("decoupled_l1.clusters") && Contains("does not divide the 40 nodes"));
    CHECK_THAT(broken_rule({80, 36, 18, 32}),
               Contains("decoupled_l1.clusters") && Contains("does not divide the 80 SMs"));
    CHECK_THAT(broken_rule({80, 60, 10, 32}), Contains("6 nodes per cluster") && Contains("32 L2 slices"));
    CHECK_THAT(broken_rule({80, 80, 2, 32}), Contains("40 nodes per cluster"));
    CHECK_THAT(broken_rule({80, 0, 1, 32}), Contains("decoupled_l1.nodes"));
    CHECK_THAT(broken_rule({80, 40, 0, 32}), Contains("decoupled_l1.clusters"));
}
