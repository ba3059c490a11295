// The figures of three kernels on all systems, with every statistic of every block as a digest (tests/golden.h).
#include "golden.h"
#include "system_runs.h"

using namespace heddle::testing;

namespace {

const std::vector<std::string> figures{"cycles",    "l1_accesses", "l1_hits",   "l1_misses", "noc_read_requests",
                                       "noc_flits", "l2_misses",   "dram_reads"};

void check_kernel(const std::string& label, const std::string& stimulus) {
    GoldenTable golden("dcl1", label, "system", figures, GoldenTable::Digest::yes);
    for (const std::string& system : systems_of("dcl1")) golden.add_row(system, stimulus, "--system " + system);
    golden.check("dcl1/golden/" + label + ".txt");
}

}  // namespace

TEST_CASE("golden figures: transpose") {
    check_kernel("transpose", "micro/transpose");
}

TEST_CASE("golden figures: alexnet") {
    check_kernel("alexnet", "tango/alexnet/test");
}

TEST_CASE("golden figures: histogram") {
    check_kernel("histogram", "micro/histogram");
}
