// Decoupled L1s and a hierarchical crossbar together with every other feature: random programs come back right, with a
// protocol checker on every binding.
#include "combination.h"

using namespace heddle;
using namespace heddle::testing;
using Catch::Contains;

TOGETHER("private nodes", "warppool")
TOGETHER("private nodes", "mrpb")
TOGETHER("private nodes", "icc")
TOGETHER("private nodes", "icc+cc")
TOGETHER("private nodes", "no L2")
TOGETHER("private nodes", "dist_block")
TOGETHER("shared nodes", "warppool")
TOGETHER("shared nodes", "mrpb")
TOGETHER("shared nodes", "icc+cc")
TOGETHER("shared nodes", "no L2")
TOGETHER("shared nodes", "two slices")
TOGETHER("shared nodes", "sectors")
TOGETHER("shared nodes", "clocks")
TOGETHER("shared nodes", "mesh")
TOGETHER("shared nodes", "dynamic")
TOGETHER("shared nodes", "slack")
TOGETHER("clustered nodes", "warppool")
TOGETHER("clustered nodes", "icc")
TOGETHER("clustered nodes", "icc+cc")
TOGETHER("clustered nodes", "two slices")
TOGETHER("clustered nodes", "clocks")
TOGETHER("clustered nodes", "mesh")
TOGETHER("clustered nodes", "dynamic")
TOGETHER("clustered nodes", "extra")
TOGETHER("clustered nodes", "channels")
TOGETHER("clustered nodes", "core caches")
TOGETHER("private nodes", "core caches")
TOGETHER("two stages", "core caches")
TOGETHER("own ports", "replication")
TOGETHER("own ports", "warppool")
TOGETHER("own ports", "mrpb")
TOGETHER("own ports", "two slices")
TOGETHER("own ports", "sectors")
TOGETHER("own ports", "dist_block")
TOGETHER("own ports", "clocks")
TOGETHER("own ports", "mesh")
TOGETHER("own ports", "scarce")
TOGETHER("two stages", "warppool")
TOGETHER("two stages", "banked")
TOGETHER("two stages", "icc+cc")
TOGETHER("two stages", "no L1")
TOGETHER("two stages", "no L2")
TOGETHER("two stages", "two slices")

TEST_CASE("right data with everything at once behind decoupled L1s") {
    run_together({"clustered nodes", "warppool", "icc+cc", "two slices", "dist_block", "clocks"});
}

TEST_CASE("right data with everything at once behind decoupled L1s on a mesh") {
    run_together({"clustered nodes", "warppool", "icc+cc", "mesh", "channels", "dynamic", "dist_block", "clocks"});
}

TEST_CASE("what decoupled L1s cannot be combined with is refused with the reason") {
    CHECK_THAT(refusal_of({"shared nodes", "banked"}), Contains("lsu.pool") && Contains("private L1"));
    CHECK_THAT(refusal_of({"own ports", "icc"}), Contains("icc_unit.merge_table") && Contains("port of its own"));
    CHECK_THAT(refusal_of({"shared nodes", "two stages"}), Contains("path.network") && Contains("decoupled"));
}
