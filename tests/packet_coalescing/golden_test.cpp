// The figures of four kernels on all systems, with every statistic of every router as a digest (tests/golden.h).
#include "golden.h"
#include "system_runs.h"

using namespace heddle::testing;

namespace {

const std::vector<std::string> figures{"cycles",
                                       "noc_read_requests",
                                       "noc_flits",
                                       "noc_packet_hops",
                                       "noc_request_latency_cycles",
                                       "noc_reply_latency_cycles",
                                       "noc_memory_cycles",
                                       "dram_reads",
                                       "dram_row_misses",
                                       "coalescing_held_packets",
                                       "coalescing_merged_packets",
                                       "coalescing_big_packets"};

void check_kernel(const std::string& label, const std::string& stimulus) {
    GoldenTable golden("packet_coalescing", label, "system", figures, GoldenTable::Digest::yes);
    for (const std::string& system : systems_of("packet_coalescing"))
        golden.add_row(system, stimulus, "--system " + system);
    golden.check("packet_coalescing/golden/" + label + ".txt");
}

}  // namespace

// Streaming with stores, writes that open rows, few and many loads that merge.
TEST_CASE("golden figures: vector_add") {
    check_kernel("vector_add", "micro/vector_add_small");
}

TEST_CASE("golden figures: transpose") {
    check_kernel("transpose", "micro/transpose");
}

TEST_CASE("golden figures: wp") {
    check_kernel("wp", "gpgpusim/wp/test");
}

TEST_CASE("golden figures: blackscholes") {
    check_kernel("blackscholes", "cuda_sdk/blackscholes/test");
}
