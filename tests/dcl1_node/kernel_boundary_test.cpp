// The start of a kernel: nothing of what was read before may be found after it.
#include <catch2/catch.hpp>

#include "node_bench.h"

using namespace heddle;

TEST_CASE("no load of a kernel gets bytes that were read before it started") {
    NodeBench bench(small_node());
    bench.fill_memory(0, 0x11);
    bench.read_of(0, 1, 0);
    bench.start_kernel(100);
    const unsigned after = bench.read_of(0, 100, 0);
    sc_core::sc_start(50 * bench.clock.period());
    bench.fill_memory(0, 0x22);  // the host writes between the kernels
    bench.run();
    CHECK(bench.first_byte(after) == 0x22);
    CHECK(bench.count.invalidations.value() == 1);
    CHECK(bench.count.hits.value() == 0);
}

TEST_CASE("a line in flight when a kernel starts serves its loads only") {
    NodeBench bench(small_node());
    bench.fill_memory(0, 0x11);
    bench.memory.latency = [](unsigned index) { return index ? 10 : 100; };
    const unsigned before = bench.read_of(0, 1, 0);
    bench.start_kernel(50);
    sc_core::sc_start(20 * bench.clock.period());
    bench.fill_memory(0, 0x22);
    const unsigned after = bench.read_of(1, 60, 0), later = bench.read_of(2, 200, 0);
    bench.run();
    CHECK(bench.first_byte(before) == 0x11);
    CHECK(bench.first_byte(after) == 0x22);
    CHECK(bench.first_byte(later) == 0x22);
    CHECK(bench.count.misses.value() == 2);
    CHECK(bench.count.hits.value() == 1);
}

TEST_CASE("a kernel starts while the loads that wait for a fill get their responses") {
    NodeBench bench(small_node());
    bench.fill_memory(0, 0x11);
    bench.memory.latency = [](unsigned index) { return index ? 10 : 100; };
    std::vector<unsigned> before;
    for (unsigned core = 0; core < 8; ++core) before.push_back(bench.read_of(core, 1, 0));
    bench.start_kernel(106);  // the fill comes in 104, the last response leaves in 111
    sc_core::sc_start(20 * bench.clock.period());
    bench.fill_memory(0, 0x22);
    const unsigned after = bench.read_of(0, 107, 0), later = bench.read_of(1, 200, 0);
    bench.run();
    for (unsigned read : before) CHECK(bench.first_byte(read) == 0x11);
    CHECK(bench.first_byte(after) == 0x22);
    CHECK(bench.first_byte(later) == 0x22);
    CHECK(bench.count.misses.value() == 2);
}

TEST_CASE("a load that waits in Q1 when a kernel starts finds nothing of the kernel before") {
    Dcl1NodeParameters parameters = small_node();
    parameters.mshr_entries = 1;
    NodeBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 50; };
    bench.read_of(0, 1, 0);
    bench.read_of(0, 100, 256);
    bench.read_of(0, 101, 512);
    bench.read_of(0, 102, 0);
    bench.start_kernel(120);
    bench.run();
    CHECK(bench.count.hits.value() == 0);
    CHECK(bench.count.misses.value() == 4);
}

TEST_CASE("a store between a load's fill and its response does not change the load's bytes") {
    NodeBench bench(small_node());
    bench.fill_memory(0, 0x11);
    bench.memory.latency = [](unsigned index) { return index ? 10 : 100; };
    std::vector<unsigned> before;
    for (unsigned core = 0; core < 8; ++core) before.push_back(bench.read_of(core, 1, 0));
    bench.driver.write(105, 0, 0x33, 4);
    const unsigned after = bench.read_of(0, 106, 0);
    bench.run();
    for (unsigned read : before) CHECK(bench.first_byte(read) == 0x11);
    CHECK(bench.first_byte(after) == 0x33);
    CHECK(bench.count.write_evicts.value() == 1);
}
