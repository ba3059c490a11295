// The figures of three kernels on all systems, as they were when they were last looked at. A change of timing anywhere
// on the path shows here: look at the difference, and if it is meant, run `HEDDLE_UPDATE_GOLDEN=1 test_icc "golden*"`.
#include <sstream>

#include "icc/icc_platform.h"
#include "run_totals.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

const char* const figures[] = {"cycles",      "l1_misses",      "noc_read_requests", "noc_flits",
                               "l2_accesses", "dram_reads",     "icc_mt_hits",       "icc_mt_allocations",
                               "icc_cc_hits", "icc_cc_inserts", "icc_merged_cycles", "icl_redundant_2000"};

std::string measured(const std::string& label, const std::string& stimulus) {
    std::ostringstream text;
    text << "system";
    for (const char* figure : figures) text << ' ' << figure;
    text << '\n';
    for (const System& system : IccPlatform().systems()) {
        const auto totals =
            run_totals("icc", "golden_" + label, stimulus, "--set icc_unit.icl_monitor=true --system " + system.name);
        text << system.name;
        for (const char* figure : figures) text << ' ' << totals.at(figure);
        text << '\n';
    }
    return text.str();
}

void check_kernel(const std::string& label, const std::string& stimulus) {
    check_golden("icc/golden/" + label + ".txt", measured(label, stimulus));
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
