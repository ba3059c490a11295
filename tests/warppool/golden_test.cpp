// The figures of four kernels on all systems and of the options that reports speak of (tests/golden.h).
#include "golden.h"
#include "platform_run.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

// The last eight are those of the system warppool only.
const std::vector<std::string> figures{"cycles",
                                       "l1_accesses",
                                       "l1_hits",
                                       "l1_hit_reserved",
                                       "l1_misses",
                                       "noc_flits",
                                       "l2_accesses",
                                       "dram_reads",
                                       "memory_waiting_cycles",
                                       "memory_waiting_instructions",
                                       "wp_merges",
                                       "wp_tag_cycles",
                                       "wp_map_single",
                                       "wp_map_other",
                                       "wp_stall_tag_cycles",
                                       "wp_write_back_full_cycles",
                                       "wp_policy_toggles",
                                       "store_order_wait_cycles"};

// What the reproduction varies beside the systems.
const char* const options[] = {"lsu.warppool.store_port=false",
                               "lsu.warppool.store_port=false --set lsu.warppool.store_wait_limit_cycles=32",
                               "lsu.warppool.store_port=false --set lsu.warppool.store_wait_limit_cycles=32 "
                               "--set lsu.warppool.policy=warp_id",
                               "lsu.warppool.store_port=false --set lsu.warppool.store_wait_limit_cycles=32 "
                               "--set lsu.warppool.coalescers=4",
                               "lsu.warppool.write_backs_per_cycle=4",
                               "lsu.warppool.write_back_mapped_only=true",
                               "lsu.warppool.instruction_queues=48 --set lsu.warppool.instruction_queue_entries=2",
                               "lsu.warppool.thread_map_entries=64"};

void check_kernel(const std::string& label, const std::string& stimulus) {
    GoldenTable golden("warppool", label, "system", figures);
    const auto add = [&](const std::string& title) {
        golden.add_row(title, stimulus, "--set sm.monitor_waiting=true --system " + title);
    };
    for (const System& system : make_platform("warppool")->systems()) add(system.name);
    for (const char* option : options) add(std::string("warppool --set ") + option);
    golden.check("warppool/golden/" + label + ".txt");
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
