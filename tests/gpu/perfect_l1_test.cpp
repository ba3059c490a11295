// Machines with perfect L1 caches: right data with everything else, and every load hits where nothing is written.
#include "combination.h"
#include "run_totals.h"

using namespace heddle;
using namespace heddle::testing;
using Catch::Contains;

TOGETHER("perfect", "warppool")
TOGETHER("perfect", "mrpb")
TOGETHER("perfect", "banked")
TOGETHER("perfect", "icc")
TOGETHER("perfect", "icc+cc")
TOGETHER("perfect", "no L2")
TOGETHER("perfect", "two slices")
TOGETHER("perfect", "dist_block")
TOGETHER("perfect", "clocks")
TOGETHER("perfect", "mesh")
TOGETHER("perfect", "dynamic")
TOGETHER("perfect", "scarce")
TOGETHER("perfect", "replication")

TEST_CASE("with a perfect L1 every load hits where no load follows a store to its line") {
    const auto totals =
        run_totals("gpu", "perfect", "micro/vector_add_small", "--set l1_cache.perfect=true --set clock.noc_mhz=700");
    CHECK(totals.at("l1_misses") == "0");
    CHECK(totals.at("l1_hits") == totals.at("l1_accesses"));
    CHECK(std::stod(totals.at("l1_accesses")) > 100);
}

TEST_CASE("a perfect L1 is faster, and only writes go to the L2") {
    const auto normal = run_totals("gpu", "perfect_not", "polybench/syrk/test", "");
    const auto perfect = run_totals("gpu", "perfect_syrk", "polybench/syrk/test", "--set l1_cache.perfect=true");
    CHECK(std::stod(perfect.at("cycles")) < std::stod(normal.at("cycles")));
    CHECK(perfect.at("l1_accesses") == normal.at("l1_accesses"));
    CHECK(perfect.at("noc_read_requests") == perfect.at("l1_misses"));
    CHECK(std::stod(perfect.at("l1_misses")) < std::stod(perfect.at("l1_accesses")) / 100);
}

TEST_CASE("evaluation order does not matter with a perfect L1") {
    std::string first, other;
    const std::string options = "--set l1_cache.perfect=true --set clock.noc_mhz=700 --set monitor.replication=true ";
    run_totals("gpu", "perfect_order", "micro/stencil", options, &first);
    for (const char* seed : {"1", "2"}) {
        run_totals("gpu", "perfect_order", "micro/stencil", options + "--set sim.evaluation_order_seed=" + seed,
                   &other);
        CHECK(other == first);
    }
}

TEST_CASE("a perfect L1 is refused with what makes no sense with it") {
    CHECK_THAT(refusal_of({"perfect", "sectors"}),
               Contains("l1_cache.sectored: is true, but l1_cache.perfect is true as well"));
}
