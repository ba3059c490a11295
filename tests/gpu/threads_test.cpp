// The same run gives the same statistics with any number of host threads, whatever the machine is made of.
#include <sstream>

#include "run_totals.h"

using namespace heddle::testing;

namespace {

std::string digest(const std::string& label, const std::string& stimulus, const std::string& options) {
    const std::string file = run_to_statistics("gpu", "threads_" + label, stimulus, options);
    const std::string digest = digest_of(file);
    std::remove(file.c_str());
    return digest;
}

// In every cycle, because a short run is over before the machine has found out for which ones it pays.
void check_threads(const std::string& label, const std::string& stimulus, const std::string& options) {
    const std::string one = digest(label, stimulus, options);
    for (const char* threads : {"2", "3"})
        CHECK(digest(label, stimulus, options + " --set sim.share_every_cycle=true --threads " + threads) == one);
}

const std::string medium = "--set topology.clusters=6 --set topology.sms_per_cluster=2 ";
const std::string unequal_clocks = "--set clock.noc_mhz=700 --set clock.l2_mhz=1000 --set clock.dram_mhz=924 ";

std::string printed(const std::string& options) {
    const std::string file = std::string(HEDDLE_BINARY_DIR) + "/threads_table_" + std::to_string(getpid());
    const std::string command = std::string(HEDDLE_BINARY_DIR) + "/bin/gpu --system small --stimulus " +
                                HEDDLE_SOURCE_DIR + "/stimuli/micro/vector_add_small.stim " + options + " >" + file;
    REQUIRE(std::system(command.c_str()) == 0);
    std::ifstream stream(file);
    std::stringstream text;
    text << stream.rdbuf();
    std::remove(file.c_str());
    return text.str();
}

}  // namespace

TEST_CASE("threads change no statistic: stencil") {
    check_threads("stencil", "micro/stencil", medium);
}
TEST_CASE("threads change no statistic: histogram, whose atomics meet in the L2") {
    check_threads("histogram", "micro/histogram", medium);
}
TEST_CASE("threads change no statistic: clocks of unequal frequency") {
    check_threads("clocks", "micro/stencil", medium + unequal_clocks);
}
TEST_CASE("threads change no statistic: tiny queues") {
    check_threads("tiny", "micro/transpose",
                  medium +
                      "--set lsu.queue_entries=1 --set l1_cache.request_queue_entries=1 --set "
                      "l1_cache.miss_queue_entries=1 --set cluster_port.injection_buffer_packets=1 --set "
                      "crossbar.ejection_buffer_packets=1 ");
}
TEST_CASE("threads change no statistic: PTX") {
    check_threads("ptx", "rodinia/hotspot/test", medium);
}
TEST_CASE("threads change no statistic: WarpPool and intra-cluster coalescing") {
    check_threads(
        "together", "polybench/atax/test",
        medium + "--set icc_unit.merge_table=true --set icc_unit.coalesced_cache=true --set lsu.pool=warppool");
}
TEST_CASE("threads change no statistic: mesh with packet coalescing") {
    check_threads("mesh", "micro/gemm32", medium + "--set path.network=mesh --set packet_coalescing.hold=dynamic");
}
TEST_CASE("threads change no statistic: decoupled L1s") {
    check_threads("decoupled", "micro/stencil",
                  "--set topology.clusters=12 --set topology.sms_per_cluster=1 --set path.l1=decoupled "
                  "--set decoupled_l1.nodes=6 --set decoupled_l1.clusters=3 --set clock.noc1_mhz=2800 ");
}
TEST_CASE("threads change no statistic: hierarchical crossbar and request coalescers") {
    check_threads("two_stage", "micro/gemm32",
                  medium +
                      "--set path.network=two_stage --set two_stage_noc.groups=3 --set two_stage_noc.links=4 "
                      "--set request_coalescer.merges=4 ");
}
TEST_CASE("threads change no statistic: caches of instructions and constants, no L2") {
    check_threads("caches", "rodinia/hotspot/test",
                  medium + "--set sm.instruction_fetch=true --set sm.constant_cache=true --set path.l2=false");
}

TEST_CASE("a run with threads says what they share") {
    CHECK(printed("").find("threads  ") == std::string::npos);
    CHECK(printed("--threads 2").find(" blocks shared") != std::string::npos);
}

TEST_CASE("a run that one thread has to do says why") {
    const std::string vcd = std::string(HEDDLE_BINARY_DIR) + "/threads_" + std::to_string(getpid()) + ".vcd";
    CHECK(printed("--threads 2 --vcd " + vcd).find("a waveform is recorded by one") != std::string::npos);
    std::remove(vcd.c_str());
    CHECK(printed("--threads 2 --set monitor.reuse=true").find("reports to a monitor") != std::string::npos);
}
