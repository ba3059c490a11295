// The same run gives the same statistics with any number of host threads, whatever the machine is made of.
#include <sstream>
#include <vector>

#include "run_totals.h"

using namespace heddle::testing;

namespace {

std::string digest(const std::string& program, const std::string& label, const std::string& stimulus,
                   const std::string& options) {
    const std::string file = run_to_statistics(program, "threads_" + label, stimulus, options);
    const std::string digest = digest_of(file);
    std::remove(file.c_str());
    return digest;
}

// In every cycle, because a short run is over before the machine has found out for which ones it pays.
std::string shared_by(const std::string& threads) {
    return " --set sim.share_every_cycle=true --threads " + threads;
}

using Threads = std::vector<const char*>;
const Threads few{"2", "3"}, up_to_many{"2", "4", "8"};  // many: most hosts that run tests have fewer cores

void check_threads(const std::string& label, const std::string& stimulus, const std::string& options,
                   const Threads& numbers, const std::string& program = "gpu") {
    const std::string one = digest(program, label, stimulus, options + " --threads 1");
    for (const char* threads : numbers) CHECK(digest(program, label, stimulus, options + shared_by(threads)) == one);
}

const std::string medium = "--set topology.clusters=6 --set topology.sms_per_cluster=2 ";
const std::string unequal_clocks = "--set clock.noc_mhz=700 --set clock.l2_mhz=1000 --set clock.dram_mhz=924 ";

std::string a_file(const std::string& name) {
    return std::string(HEDDLE_BINARY_DIR) + "/threads_" + name + "_" + std::to_string(getpid());
}

// What is in a file that nobody needs any more.
std::string taken(const std::string& file) {
    std::ifstream stream(file);
    std::stringstream text;
    text << stream.rdbuf();
    std::remove(file.c_str());
    return text.str();
}

std::string printed(const std::string& options) {
    const std::string file = a_file("table");
    const std::string command = std::string(HEDDLE_BINARY_DIR) + "/bin/gpu --system small --stimulus " +
                                HEDDLE_SOURCE_DIR + "/stimuli/micro/vector_add_small.stim " + options + " >" + file;
    REQUIRE(std::system(command.c_str()) == 0);
    return taken(file);
}

// The last column of a row of golden.txt, which stands for every statistic of every module.
std::string golden_digest(const std::string& stimulus) {
    std::ifstream stream(HEDDLE_SOURCE_DIR "/tests/gpu/golden.txt");
    for (std::string line; std::getline(stream, line);)
        if (line.rfind(stimulus + " ", 0) == 0) return line.substr(line.rfind(' ') + 1);
    return "no row of " + stimulus;
}

}  // namespace

TEST_CASE("threads change no statistic: stencil") {
    check_threads("stencil", "micro/stencil", medium, few);
}
TEST_CASE("threads change no statistic: histogram, whose atomics meet in the L2") {
    check_threads("histogram", "micro/histogram", medium, up_to_many);
}
TEST_CASE("threads change no statistic: clocks of unequal frequency") {
    check_threads("clocks", "micro/transpose", medium + unequal_clocks, up_to_many);
}
TEST_CASE("threads change no statistic: tiny queues") {
    check_threads("tiny", "micro/transpose",
                  medium +
                      "--set lsu.queue_entries=1 --set l1_cache.request_queue_entries=1 --set "
                      "l1_cache.miss_queue_entries=1 --set cluster_port.injection_buffer_packets=1 --set "
                      "crossbar.ejection_buffer_packets=1 ",
                  up_to_many);
}
TEST_CASE("threads change no statistic: PTX") {
    check_threads("ptx", "rodinia/hotspot/test", medium, up_to_many);
}
TEST_CASE("threads change no statistic: WarpPool and intra-cluster coalescing") {
    check_threads(
        "together", "polybench/atax/test",
        medium + "--set icc_unit.merge_table=true --set icc_unit.coalesced_cache=true --set lsu.pool=warppool", few);
}
TEST_CASE("threads change no statistic: mesh with packet coalescing") {
    check_threads("mesh", "micro/gemm32", medium + "--set path.network=mesh --set packet_coalescing.hold=dynamic",
                  up_to_many);
}
TEST_CASE("threads change no statistic: decoupled L1s") {
    check_threads("decoupled", "micro/transpose",
                  "--set topology.clusters=12 --set topology.sms_per_cluster=1 --set path.l1=decoupled "
                  "--set decoupled_l1.nodes=6 --set decoupled_l1.clusters=3 --set clock.noc1_mhz=2800 ",
                  few);
}
TEST_CASE("threads change no statistic: hierarchical crossbar and request coalescers") {
    check_threads("two_stage", "micro/gemm32",
                  medium +
                      "--set path.network=two_stage --set two_stage_noc.groups=3 --set two_stage_noc.links=4 "
                      "--set request_coalescer.merges=4 ",
                  up_to_many);
}
TEST_CASE("threads change no statistic: caches of instructions and constants, no L2") {
    check_threads("caches", "rodinia/hotspot/test",
                  medium + "--set sm.instruction_fetch=true --set sm.constant_cache=true --set path.l2=false", few);
}

TEST_CASE("threads change no statistic: perfect L1s, which look into the memory at any time") {
    check_threads("perfect", "micro/gemm32", medium + "--set l1_cache.perfect=true", up_to_many);
    check_threads("perfect_nodes", "micro/gemm32",
                  medium +
                      "--set path.l1=decoupled --set decoupled_l1.nodes=6 --set decoupled_l1.clusters=3 "
                      "--set dcl1_node.perfect=true",
                  up_to_many);
}

TEST_CASE("threads change no statistic: systems of the named platforms") {
    check_threads("icc", "rodinia/hotspot/test", "--system dist+icc", {"4"}, "icc");
    check_threads("warppool", "rodinia/hotspot/test", "--system warppool", {"4"}, "warppool");
    check_threads("packet_coalescing", "micro/transpose", "--system FR+dynamic", {"4"}, "packet_coalescing");
    check_threads("cta_clustering", "micro/transpose", "--system CLU", {"4"}, "cta_clustering");
    check_threads("dcl1", "micro/transpose", "--system Sh40", {"4"}, "dcl1");
}

TEST_CASE("threads change no statistic: golden runs") {
    for (const char* stimulus : {"micro/transpose", "micro/divergent_column_walk_small", "rodinia/srad/test"})
        CHECK(digest("gpu", "golden", stimulus, shared_by("4")) == golden_digest(stimulus));
}

TEST_CASE("threads change no byte of the memory") {
    std::vector<std::string> contents;
    for (const char* threads : {"1", "4"}) {
        const std::string file = a_file("dump");
        printed(shared_by(threads) + " --dump C=" + file);
        contents.push_back(taken(file));
    }
    CHECK(contents.front().size() > 1000);
    CHECK(contents.front() == contents.back());
}

TEST_CASE("a waveform is the same whether threads are asked for or not") {
    std::vector<std::string> contents;
    for (const char* threads : {"1", "4"}) {
        const std::string file = a_file("wave") + ".vcd";
        printed(shared_by(threads) + " --vcd " + file);
        contents.push_back(taken(file));
    }
    CHECK(contents.front().size() > 1000);
    CHECK(contents.front() == contents.back());
}

TEST_CASE("a run with threads says what they share") {
    CHECK(printed("--threads 1").find("threads  ") == std::string::npos);
    CHECK(printed("--threads 2").find(" blocks shared") != std::string::npos);
}

TEST_CASE("a run that one thread has to do says why") {
    const std::string vcd = a_file("one") + ".vcd";
    CHECK(printed("--threads 2 --vcd " + vcd).find("a waveform is recorded by one") != std::string::npos);
    std::remove(vcd.c_str());
    CHECK(printed("--threads 2 --set monitor.reuse=true").find("reports to a monitor") != std::string::npos);
}
