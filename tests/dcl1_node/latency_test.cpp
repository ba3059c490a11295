// Latencies to the cycle, and the values that follow from the size.
#include <catch2/catch.hpp>

#include "node_bench.h"

using namespace heddle;

namespace {

// Sent in t, visible in t+1 (lookup), response in t+1+latency, usable in t+2+latency.
void check_hit(unsigned size_bytes, const std::string& latency, Cycle cycles) {
    Dcl1NodeParameters parameters;
    parameters.size_bytes = size_bytes;
    parameters.latency_cycles = latency;
    NodeBench bench(parameters);
    const unsigned miss = bench.read_of(0, 1, 0), hit = bench.read_of(1, 200, 0);
    bench.run();
    CHECK(bench.driver.latency(hit) == 2 + cycles);
    // Sent t, looked up and sent on t+1, taken t+2, response of memory t+12, of the node t+13, usable t+14.
    CHECK(bench.driver.latency(miss) == 14);
}

}  // namespace

TEST_CASE("a hit in 16 KB takes 28 cycles") {
    check_hit(16 * 1024, "auto", 28);
}
TEST_CASE("a hit in 32 KB takes 30 cycles") {
    check_hit(32 * 1024, "auto", 30);
}
TEST_CASE("a hit in 64 KB takes 32 cycles") {
    check_hit(64 * 1024, "auto", 32);
}
TEST_CASE("a hit in 128 KB takes 34 cycles") {
    check_hit(128 * 1024, "auto", 34);
}
TEST_CASE("a latency of 0 answers in the cycle of the lookup") {
    check_hit(32 * 1024, "0", 0);
}
TEST_CASE("a latency of 1 takes one cycle") {
    check_hit(32 * 1024, "1", 1);
}
TEST_CASE("a latency of 64 takes 64 cycles") {
    check_hit(32 * 1024, "64", 64);
}

namespace {

void check_stream(const char* latency) {
    Dcl1NodeParameters parameters = small_node();
    parameters.latency_cycles = latency;
    NodeBench bench(parameters);
    bench.read_of(0, 1, 0);
    for (unsigned i = 0; i < 200; ++i) bench.read_of(i % 8, 100, i % 32 * 4, 4);
    bench.run();
    CHECK(bench.answered(200) - bench.answered(1) == 199);
    CHECK(bench.node.stalls.stall_cycles.value() == 0);
    CHECK(bench.count.port_busy_cycles.value() == 202);
}

}  // namespace

TEST_CASE("hits stream at one per cycle") {
    check_stream("5");
}
TEST_CASE("hits stream at one per cycle with a latency of 0") {
    check_stream("0");
}
TEST_CASE("hits stream at one per cycle with a latency of 64") {
    check_stream("64");
}

TEST_CASE("each load that waits for a fill gets its response in a cycle of its own, in order") {
    NodeBench bench(small_node());
    bench.memory.latency = [](unsigned) { return 100; };
    std::vector<unsigned> reads;
    for (unsigned core = 0; core < 8; ++core) reads.push_back(bench.read_of(core, 1, 0, 4));
    const unsigned next = bench.read_of(0, 2, 128, 4);
    bench.memory.latency = [](unsigned index) { return index ? 99 : 107; };
    bench.run();
    for (unsigned i = 1; i < 8; ++i) CHECK(bench.answered(reads[i]) == bench.answered(reads[i - 1]) + 1);
    // The fill behind it in Q4 waits for the last of them.
    CHECK(bench.answered(next) == bench.answered(reads[7]) + 1);
    CHECK(bench.count.mshr_occupancy_cycles.value() == bench.count.miss_latency_cycles.value() + 7);
}

TEST_CASE("MSHR entries grow with the size, and the number of sets too") {
    Dcl1NodeParameters parameters;
    CHECK(parameters.outstanding_lines() == 32);
    CHECK(parameters.cache().sets() == 32);
    parameters.size_bytes = 32 * 1024;
    CHECK(parameters.outstanding_lines() == 64);
    CHECK(parameters.cache().sets() == 64);
    parameters.mshr_entries = 5;
    CHECK(parameters.outstanding_lines() == 5);
}

TEST_CASE("parameters are refused by name before anything is built from them") {
    ClockDomain clock("clock", period_of_mhz(1000));
    Dcl1NodeParameters parameters;
    parameters.ways = 0;
    CHECK_THROWS_WITH(Dcl1Node("a", clock, parameters), Catch::Contains("dcl1_node.ways"));
    parameters = {};
    for (const char* wrong : {"fast", "-1", "", "10001", "99999999999999999999", "4 "}) {
        parameters.latency_cycles = wrong;
        CHECK_THROWS_WITH(Dcl1Node("b", clock, parameters), Catch::Contains("dcl1_node.latency_cycles"));
    }
    parameters = {};
    parameters.queue_entries = 0;
    CHECK_THROWS_WITH(Dcl1Node("c", clock, parameters), Catch::Contains("dcl1_node.queue_entries"));
}
