// What makes the head of Q1 wait: each cause, and what it does not delay.
#include <catch2/catch.hpp>

#include "node_bench.h"

using namespace heddle;

TEST_CASE("without a free MSHR entry a miss waits, to the cycle") {
    Dcl1NodeParameters parameters = small_node();
    parameters.mshr_entries = 1;
    NodeBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 100; };
    bench.read_of(0, 1, 0);
    const unsigned waits = bench.read_of(1, 2, 128);
    bench.run();
    // The first is looked up in 2, reaches memory in 3 and comes back in 104, when its fill has the cache. The second
    // is in Q1 from 3 on and served in 105.
    CHECK(bench.node.stalls.fails_mshr_full.value() == 1);
    CHECK(bench.node.stalls.stall_cycles.value() == 102);
    CHECK(bench.node.stalls.mshr_stall_cycles.value() == 102);
    CHECK(bench.memory.requests[1].taken == 106);
    CHECK(bench.answered(waits) == 208);
}

TEST_CASE("the merge limit makes the next load wait") {
    Dcl1NodeParameters parameters = small_node();
    parameters.mshr_merges = 3;
    NodeBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 100; };
    for (unsigned core = 0; core < 4; ++core) bench.read_of(core, 1, 0);
    bench.run();
    CHECK(bench.count.misses.value() == 1);
    CHECK(bench.count.hits_reserved.value() == 2);
    CHECK(bench.count.hits.value() == 1);
    CHECK(bench.node.stalls.fails_merge_full.value() == 1);
    CHECK(bench.node.stalls.merge_stall_cycles.value() == bench.node.stalls.stall_cycles.value());
    CHECK(bench.node.stalls.stall_cycles.value() > 90);
    CHECK(bench.memory.requests.size() == 1);
}

TEST_CASE("a miss waits while all ways of its set are reserved") {
    NodeBench bench(small_node());
    bench.memory.latency = [](unsigned) { return 100; };
    for (unsigned i = 0; i < 3; ++i) bench.read_of(i, 1, i * same_set);
    bench.run();
    CHECK(bench.node.stalls.fails_no_way.value() == 1);
    CHECK(bench.node.stalls.way_stall_cycles.value() > 90);
    CHECK(bench.count.misses.value() == 3);
    CHECK(bench.count.evictions.value() == 1);
}

TEST_CASE("a full Q3 stalls misses, stores and non-L1 reads, but not hits before them") {
    NodeBench bench(small_node(), 1);
    bench.read_of(0, 1, 0);
    bench.memory.takes_from = 0;
    sc_core::sc_start(50 * bench.clock.period());
    bench.memory.takes_from = 400;
    // One in the memory's queue, one on the link, four in Q3; the seventh waits.
    for (unsigned i = 0; i < 3; ++i) bench.driver.write(100, 128 + i * 128, 1, 4);
    for (unsigned i = 0; i < 3; ++i) bench.non_l1_read(100, 4096, 32, AccessKind::texture);
    const unsigned hit = bench.read_of(1, 100, 0);
    const unsigned waits = bench.driver.write(100, 0x5000, 1, 4);
    const unsigned behind = bench.read_of(1, 110, 0);
    bench.run();
    CHECK(bench.driver.latency(hit) == 7);
    CHECK(bench.answered(waits) > 400);
    CHECK(bench.answered(behind) > 400);
    CHECK(bench.node.stalls.fails_miss_queue.value() == 1);
    CHECK(bench.node.stalls.miss_queue_stall_cycles.value() > 250);
    CHECK(bench.count.q3_full_cycles.value() > 250);
    CHECK(bench.memory.requests.size() == 8);
}

TEST_CASE("a load waits a cycle while a fill has the cache") {
    NodeBench bench(small_node());
    bench.read_of(0, 1, 0);
    // Sent in 100, looked up in 101, at the memory in 102, back in Q4 in 113.
    const unsigned miss = bench.read_of(0, 100, 128), hit = bench.read_of(1, 112, 0);
    bench.run();
    CHECK(bench.driver.latency(miss) == 14);
    CHECK(bench.driver.latency(hit) == 2 + 5 + 1);
    CHECK(bench.node.stalls.fails_port.value() == 1);
    CHECK(bench.node.stalls.port_stall_cycles.value() == 1);
}

TEST_CASE("a non-L1 read does not wait while a fill has the cache") {
    NodeBench bench(small_node());
    bench.read_of(0, 100, 128);
    bench.non_l1_read(112, 0, 32, AccessKind::constant);
    bench.run();
    CHECK(bench.memory.requests[1].taken == 114);
    CHECK(bench.node.stalls.stall_cycles.value() == 0);
}

TEST_CASE("responses from Q4 enter Q2 before hits") {
    NodeBench bench(small_node());
    bench.read_of(0, 1, 0);
    // The fill is in Q4 in 113, when the hit, looked up in 108, has its bytes.
    const unsigned miss = bench.read_of(0, 100, 128), hit = bench.read_of(1, 107, 0);
    bench.run();
    CHECK(bench.driver.latency(miss) == 14);
    CHECK(bench.driver.latency(hit) == 2 + 5 + 1);
    CHECK(bench.node.stalls.stall_cycles.value() == 0);
}

TEST_CASE("Q1 is in order: what could be served waits behind what cannot") {
    Dcl1NodeParameters parameters = small_node();
    parameters.mshr_entries = 1;
    NodeBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 100; };
    bench.read_of(0, 1, 0);
    bench.read_of(0, 200, 128);
    const unsigned miss = bench.read_of(1, 201, 256), hit = bench.read_of(2, 202, 0),
                   texture = bench.non_l1_read(203, 512, 32, AccessKind::texture);
    bench.run();
    CHECK(bench.answered(hit) > 300);
    CHECK(bench.answered(texture) > bench.answered(miss));
    CHECK(bench.driver[hit].payload->is_response_ok());
}
