// A mesh in place of the crossbar, with packets held and merged in its routers, together with every other feature:
// random programs come back right, with a protocol checker on every link between routers.
#include "combination.h"

using namespace heddle;
using namespace heddle::testing;
using Catch::Contains;

TOGETHER("dynamic", "warppool")
TOGETHER("dynamic", "mrpb")
TOGETHER("dynamic", "banked")
TOGETHER("dynamic", "icc")
TOGETHER("dynamic", "icc+cc")
TOGETHER("dynamic", "no L1")
TOGETHER("dynamic", "no L2")
TOGETHER("dynamic", "two slices")
TOGETHER("dynamic", "sectors")
TOGETHER("dynamic", "dist_block")
TOGETHER("dynamic", "clocks")
TOGETHER("slack", "warppool")
TOGETHER("slack", "icc+cc")
TOGETHER("slack", "no L1")
TOGETHER("slack", "no L2")
TOGETHER("slack", "clocks")
TOGETHER("extra", "warppool")
TOGETHER("extra", "icc+cc")
TOGETHER("extra", "no L2")
TOGETHER("fixed", "mrpb")
TOGETHER("fixed", "two slices")
TOGETHER("mesh", "warppool")
TOGETHER("mesh", "mrpb")
TOGETHER("mesh", "banked")
TOGETHER("mesh", "icc+cc")
TOGETHER("mesh", "two slices")
TOGETHER("mesh", "clocks")
TOGETHER("channels", "warppool")
TOGETHER("channels", "icc+cc")
TOGETHER("channels", "dynamic")
TOGETHER("channels", "clocks")
TOGETHER("yx", "icc+cc")
TOGETHER("yx", "dynamic")
TOGETHER("yx", "extra")
TOGETHER("yx", "two slices")
TOGETHER("scarce", "dynamic")
TOGETHER("scarce", "extra")
TOGETHER("scarce", "channels")
TOGETHER("scarce", "mesh")

TEST_CASE("right data with everything at once on a mesh") {
    run_together(
        {"mesh", "channels", "dynamic", "yx", "warppool", "icc+cc", "two slices", "sectors", "dist_block", "clocks"});
}

TEST_CASE("right data with everything at once and no cache at all on a mesh") {
    const std::string out =
        run_together({"mesh", "channels", "dynamic", "warppool", "icc", "no L1", "no L2", "dist_block", "clocks"});
    const std::size_t section = out.find("Packet coalescing");  // intra-cluster coalescing has merged loads of its own
    REQUIRE(section != std::string::npos);
    CHECK_THAT(out.substr(section), Contains("merged loads") && !Contains("merged loads                           0 "));
}

TEST_CASE("a hold without a mesh is refused") {
    CHECK_THAT(output_of("gpu", {"--stimulus", "x.stim", "--set", "packet_coalescing.hold=dynamic"}, 2),
               Contains("packet_coalescing.hold: is dynamic") && Contains("path.network=crossbar"));
}
