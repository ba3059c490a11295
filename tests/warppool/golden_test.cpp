// The figures of four kernels on all systems and of the options that reports speak of, as they were when they were last
// looked at. A change of timing anywhere on the path shows here: look at the difference, and if it is meant, run
// `HEDDLE_UPDATE_GOLDEN=1 test_warppool "golden*"`.
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

// What the reproduction varies beside the systems.
const char* const options[] = {"lsu.warppool.store_wait_limit_cycles=32",
                               "lsu.warppool.store_wait_limit_cycles=32 --set lsu.warppool.policy=warp_id",
                               "lsu.warppool.store_wait_limit_cycles=32 --set lsu.warppool.coalescers=4",
                               "lsu.warppool.instruction_queues=48 --set lsu.warppool.instruction_queue_entries=2",
                               "lsu.warppool.thread_map_entries=64"};

std::string line_of(const std::string& label, const std::string& stimulus, const std::string& system,
                    const std::string& more) {
    const auto totals =
        run_totals("warppool", "golden_" + label, stimulus, "--set sm.monitor_waiting=true --system " + system + more);
    std::ostringstream text;
    text << system << more;
    for (const char* figure : figures) text << ' ' << totals.at(figure);
    for (const char* figure : own_figures) text << ' ' << (totals.count(figure) ? totals.at(figure) : "-");
    text << '\n';
    return text.str();
}

std::string measured(const std::string& label, const std::string& stimulus) {
    std::string text = "system";
    for (const char* figure : figures) text += std::string(" ") + figure;
    for (const char* figure : own_figures) text += std::string(" ") + figure;
    text += '\n';
    for (const System& system : WarpPoolPlatform().systems()) text += line_of(label, stimulus, system.name, "");
    for (const char* option : options) text += line_of(label, stimulus, "warppool", std::string(" --set ") + option);
    return text;
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
