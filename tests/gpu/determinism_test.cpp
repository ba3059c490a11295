// The same run gives the same statistics, whatever the order of evaluation, however often modules are called, with and
// without a waveform.
#include <sstream>

#include "run_totals.h"

using namespace heddle::testing;

namespace {

// The statistics of a run without what may differ: the host's speed and the settings of the simulation kernel.
std::string statistics_of(const std::string& name, const std::string& stimulus, const std::string& options) {
    const std::string file = run_to_statistics("gpu", "determinism_" + name, "micro/" + stimulus, options);
    std::ifstream stream(file);
    std::string kept, line;
    for (bool host = false; std::getline(stream, line);) {
        if (line.find("\"host\": {") != std::string::npos) host = true;
        if (!host && line.find("evaluation_order_seed") == std::string::npos &&
            line.find("spurious_ticks_seed") == std::string::npos && line.find("run_ahead") == std::string::npos)
            kept += line + "\n";
    }
    REQUIRE(kept.find("\"l1_accesses\"") != std::string::npos);
    std::remove(file.c_str());
    return kept;
}

const std::string unequal_clocks = "--set clock.noc_mhz=700 --set clock.l2_mhz=1000 --set clock.dram_mhz=924 ";
const std::string shuffled = "--set sim.evaluation_order_seed=";

void check_order(const std::string& name, const std::string& stimulus, const std::string& options) {
    const std::string in_order = statistics_of(name, stimulus, options);
    for (const char* seed : {"1", "2", "3"})
        CHECK(statistics_of(name, stimulus, options + shuffled + seed) == in_order);
    for (const char* seed : {"1", "2"})
        CHECK(statistics_of(name, stimulus, options + "--set sim.spurious_ticks_seed=" + seed) == in_order);
}

}  // namespace

TEST_CASE("evaluation order does not matter: vector add") {
    check_order("vector_add", "vector_add_small", "");
}
TEST_CASE("evaluation order does not matter: histogram") {
    check_order("histogram", "histogram", "");
}
TEST_CASE("evaluation order does not matter: gemm") {
    check_order("gemm", "gemm32", "--system small ");
}
TEST_CASE("evaluation order does not matter: divergent") {
    check_order("divergent", "divergent_column_walk_small", "");
}
TEST_CASE("evaluation order does not matter: stencil with unequal clocks") {
    check_order("stencil", "stencil", unequal_clocks);
}
TEST_CASE("evaluation order does not matter: transpose with tiny queues") {
    check_order("transpose", "transpose",
                "--set lsu.queue_entries=1 --set l1_cache.request_queue_entries=1 --set l1_cache.miss_queue_entries=1 "
                "--set cluster_port.injection_buffer_packets=1 --set crossbar.ejection_buffer_packets=1 ");
}

TEST_CASE("evaluation order does not matter: passes through the banks of an L1, in turn") {
    check_order("banked", "histogram",
                "--system small --set lsu.pool=banked --set l1_cache.banks=4 --set lsu.banked.data_banks=32 "
                "--set lsu.banked.pass_cycles=2 --set lsu.banked.in_turn=2 --set lsu.banked.in_sight=4 ");
}

TEST_CASE("evaluation order does not matter: replication monitor") {
    check_order("replication", "stencil",
                unequal_clocks + "--set monitor.replication=true --set monitor.replication_sample_cycles=500 ");
}

TEST_CASE("evaluation order does not matter: request coalescers") {
    check_order("coalescers", "gemm32", unequal_clocks + "--system small --set request_coalescer.merges=4 ");
}

TEST_CASE("going from cycle to cycle without the kernel changes no statistic") {
    for (const char* stimulus : {"stencil", "histogram", "barrier_ping_pong"})
        CHECK(statistics_of("step_by_step", stimulus, "--set sim.run_ahead=false ") ==
              statistics_of("ahead", stimulus, ""));
}

TEST_CASE("a waveform changes no statistic") {
    const std::string vcd = std::string(HEDDLE_BINARY_DIR) + "/determinism_watched.vcd";
    const std::string blind = statistics_of("blind", "stencil", "--system small ");
    CHECK(statistics_of("watched", "stencil", "--system small --vcd " + vcd + " ") == blind);
    std::ifstream wave(vcd);
    std::stringstream text;
    text << wave.rdbuf();
    for (const char* part : {"$scope module gpu $end", "$scope module cores $end", "warps_active", "mshr_used"})
        CHECK(text.str().find(part) != std::string::npos);
    std::remove(vcd.c_str());
}

TEST_CASE("clock domains of equal frequency may be one domain or several") {
    // A frequency that differs in the twelfth digit rounds to the same period but makes domains of its own.
    const std::string one = statistics_of("one_domain", "stencil", "--system small ");
    std::string several =
        statistics_of("several_domains", "stencil",
                      "--system small --set clock.noc_mhz=1400.00000001 --set clock.l2_mhz=1400.00000002 "
                      "--set clock.dram_mhz=1400.00000003 ");
    const auto without_config = [](const std::string& text) { return text.substr(0, text.find("\"config\": {")); };
    CHECK(without_config(several) == without_config(one));
}
