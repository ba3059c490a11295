// The figures of three kernels on all systems (tests/golden.h).
#include "golden.h"
#include "platform_run.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

void check_kernel(const std::string& label, const std::string& stimulus) {
    GoldenTable golden(
        "icc", label, "system",
        {"cycles", "l1_misses", "noc_read_requests", "noc_flits", "l2_accesses", "dram_reads", "icc_mt_hits",
         "icc_mt_allocations", "icc_cc_hits", "icc_cc_inserts", "icc_merged_cycles", "icl_redundant_2000"});
    for (const System& system : make_platform("icc")->systems())
        golden.add_row(system.name, stimulus, "--set icc_unit.icl_monitor=true --system " + system.name);
    golden.check("icc/golden/" + label + ".txt");
}

}  // namespace

TEST_CASE("golden figures: hotspot") {
    check_kernel("hotspot", "rodinia/hotspot/test");
}

TEST_CASE("golden figures: lud") {
    check_kernel("lud", "rodinia/lud/test");
}

TEST_CASE("golden figures: b_plus_tree") {
    check_kernel("b_plus_tree", "rodinia/b_plus_tree/test");
}
