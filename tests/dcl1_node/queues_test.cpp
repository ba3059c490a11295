// Back-pressure through the four queues, and what is counted of them.
#include <catch2/catch.hpp>
#include <sstream>

#include "holding_driver.h"
#include "node_bench.h"

using namespace heddle;

namespace {

struct HoldingBench {
    explicit HoldingBench(const Dcl1NodeParameters& parameters) : node("node", clock, parameters) {
        binder.bind(driver.memory_out, node.core_in);
        binder.bind(node.memory_out, memory.request_in);
    }
    void run() {
        sc_core::sc_start();
        CHECK(driver.done());
        CHECK(node.idle());
        CHECK(binder.outstanding() == 0);
    }
    ClockDomain clock{"clock", period_of_mhz(1000)};
    HoldingDriver driver{"driver", clock};
    Dcl1Node node;
    PlannedMemory memory{"memory", clock};
    CheckingBinder binder;
};

}  // namespace

TEST_CASE("while no core takes a response, hits fill Q2 and the pipeline, and then Q1") {
    Dcl1NodeParameters parameters = small_node();
    parameters.mshr_merges = 1;
    HoldingBench bench(parameters);
    bench.driver.takes_from = 500;
    for (unsigned i = 0; i < 40; ++i) bench.driver.read(0, 4);
    sc_core::sc_start(400 * bench.clock.period());
    // Four responses in the cores' queue, one offered to it, four in Q2, six in the pipeline, four in Q1, one offered.
    CHECK(bench.driver.sent() == 20);
    bench.run();
    const auto& node = bench.node;
    CHECK(node.statistics.replies.value() == 40);
    CHECK(node.stalls.fails_reply_queue.value() == 1);
    CHECK(node.stalls.reply_queue_stall_cycles.value() > 400);
    CHECK(node.statistics.q2_full_cycles.value() > 400);
    CHECK(node.statistics.q1_full_cycles.value() > 400);
    // As soon as responses are taken they stream.
    CHECK(bench.driver.answered.back() - bench.driver.answered.front() == 39);
}

TEST_CASE("while no core takes a response, fills fill Q4 and then the L2 waits") {
    HoldingBench bench(small_node());
    bench.driver.takes_from = 500;
    for (unsigned i = 0; i < 16; ++i) bench.driver.read(i % 8 * 128, 4);
    bench.run();
    CHECK(bench.node.statistics.q4_full_cycles.value() > 0);
    CHECK(bench.node.statistics.replies.value() == 16);
}

TEST_CASE("one read of each kind uses one entry of each queue it passes for one cycle") {
    NodeBench bench(small_node());
    bench.read_of(0, 1, 0);
    bench.read_of(0, 100, 0);
    bench.run();
    CHECK(bench.count.q1_occupancy_cycles.value() == 2);
    CHECK(bench.count.q2_occupancy_cycles.value() == 2);
    CHECK(bench.count.q3_occupancy_cycles.value() == 1);
    CHECK(bench.count.q4_occupancy_cycles.value() == 1);
    CHECK(bench.count.q1_full_cycles.value() == 0);
}

TEST_CASE("a fill stays in Q4 until the last load that waits for it has an entry of Q2") {
    NodeBench bench(small_node());
    bench.memory.latency = [](unsigned) { return 100; };
    for (unsigned core = 0; core < 6; ++core) bench.read_of(core, 1, 0);
    bench.run();
    CHECK(bench.count.q4_occupancy_cycles.value() == 6);
    CHECK(bench.count.port_busy_cycles.value() == 7);
}

TEST_CASE("queues of one entry are full while they have one") {
    Dcl1NodeParameters parameters = small_node();
    parameters.queue_entries = 1;
    parameters.mshr_entries = 1;
    NodeBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 100; };
    bench.read_of(0, 1, 0);
    bench.read_of(0, 2, 128);
    bench.run();
    CHECK(bench.count.q1_full_cycles.value() == bench.count.q1_occupancy_cycles.value());
    CHECK(bench.count.q1_full_cycles.value() > 100);
    CHECK(bench.count.q4_full_cycles.value() == 2);
}

TEST_CASE("counters of intervals that are running can be brought up to date at any time") {
    Dcl1NodeParameters parameters = small_node();
    parameters.mshr_entries = 1;
    NodeBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 100; };
    bench.read_of(0, 1, 0);
    bench.read_of(0, 2, 128);  // in Q1 from 3 on, served in 105
    sc_core::sc_start(50 * bench.clock.period());
    const Cycle now = bench.clock.now();
    bench.node.settle_counters();
    bench.node.settle_counters();
    CHECK(bench.count.q1_occupancy_cycles.value() == 1 + now - 3);
    CHECK(bench.node.stalls.mshr_stall_cycles.value() == now - 3);
    bench.run();
    bench.node.settle_counters();
    CHECK(bench.count.q1_occupancy_cycles.value() == 1 + 103);
    CHECK(bench.node.stalls.mshr_stall_cycles.value() == 102);
}

TEST_CASE("what is outstanding is reported by queue and line") {
    NodeBench bench(small_node());
    bench.memory.latency = [](unsigned) { return 100; };
    bench.read_of(0, 1, 0x1200);
    bench.read_of(1, 1, 0x1200);
    sc_core::sc_start(50 * bench.clock.period());
    std::ostringstream report;
    bench.node.report_outstanding(report);
    CHECK_THAT(report.str(), Catch::Contains("node: 0 requests in Q1") && Catch::Contains("1 lines outstanding") &&
                                 Catch::Contains("line 0x1200, 2 waiting"));
    bench.run();
    std::ostringstream nothing;
    bench.node.report_outstanding(nothing);
    CHECK(nothing.str().empty());
}
