// The figures of four kernels on all systems, as they were when they were last looked at. A change of timing anywhere
// on the path shows here: look at the difference, and if it is meant, run `HEDDLE_UPDATE_GOLDEN=1 test_warppool
// "golden*"`.
#include <sstream>

#include "run_totals.h"
#include "warppool/warppool_platform.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

const char* const figures[] = {
    "cycles",    "l1_accesses", "l1_hits",    "l1_hit_reserved",       "l1_misses",
    "noc_flits", "l2_accesses", "dram_reads", "memory_waiting_cycles", "memory_waiting_instructions"};
// Of the system warppool only.
const char* const own_figures[] = {"wp_merges",         "wp_tag_cycles",          "wp_map_single",
                                   "wp_map_other",      "wp_stall_tag_cycles",    "wp_write_back_full_cycles",
                                   "wp_policy_toggles", "store_order_wait_cycles"};

std::string measured(const std::string& label, const std::string& stimulus) {
    std::ostringstream text;
    text << "system";
    for (const char* figure : figures) text << ' ' << figure;
    for (const char* figure : own_figures) text << ' ' << figure;
    text << '\n';
    for (const System& system : WarpPoolPlatform().systems()) {
        const auto totals = run_totals("warppool", "golden_" + label, stimulus,
                                       "--set sm.monitor_waiting=true --system " + system.name);
        text << system.name;
        for (const char* figure : figures) text << ' ' << totals.at(figure);
        for (const char* figure : own_figures) text << ' ' << (totals.count(figure) ? totals.at(figure) : "-");
        text << '\n';
    }
    return text.str();
}

void check_kernel(const std::string& label, const std::string& stimulus) {
    check_golden("warppool/golden/" + label + ".txt", measured(label, stimulus));
}

}  // namespace

// Divergent, indirect, with stores between loads, and with little to merge.
TEST_CASE("golden figures: syr2k") {
    check_kernel("syr2k", "polybench/syr2k/test");
}

TEST_CASE("golden figures: spmv") {
    check_kernel("spmv", "parboil/spmv/test");
}

TEST_CASE("golden figures: gemm") {
    check_kernel("gemm", "polybench/gemm/test");
}

TEST_CASE("golden figures: transpose") {
    check_kernel("transpose", "cuda_sdk/transpose_naive/test");
}
