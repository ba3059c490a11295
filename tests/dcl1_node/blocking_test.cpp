// The loosely timed and the debugging side of the node.
#include <catch2/catch.hpp>

#include "blocking_access.h"
#include "node_bench.h"

using namespace heddle;

namespace {

using Access = testing::BlockingAccess;

}  // namespace

TEST_CASE("a blocking load adds the hit latency, and the memory's when the line is not here") {
    NodeBench bench;
    bench.fill_memory(0, 0x33);
    bench.read_of(0, 1, 0);
    bench.run();
    const sc_core::sc_time cycle = bench.clock.period();
    sc_core::sc_time delay;
    Access here(tlm::TLM_READ_COMMAND, 4, 4);
    bench.driver.memory_out->b_transport(here, delay);
    CHECK(delay == 28 * cycle);
    CHECK(here.data[0] == 0x33);
    for (unsigned i = 0; i < 2; ++i) {  // it does not allocate
        Access elsewhere(tlm::TLM_READ_COMMAND, 128, 4);
        delay = sc_core::SC_ZERO_TIME;
        bench.driver.memory_out->b_transport(elsewhere, delay);
        CHECK(delay == (28 + 10) * cycle);
    }
    CHECK(bench.count.hits.value() == 1);
    CHECK(bench.count.misses.value() == 3);
}

TEST_CASE("a blocking store reaches memory and no stale line is read afterwards") {
    NodeBench bench;
    bench.read_of(0, 1, 0);
    bench.run();
    sc_core::sc_time delay;
    Access store(tlm::TLM_WRITE_COMMAND, 0, 4, 0x44), nothing(tlm::TLM_IGNORE_COMMAND, 0, 0);
    bench.driver.memory_out->b_transport(store, delay);
    bench.driver.memory_out->b_transport(nothing, delay);
    CHECK(store.is_response_ok());
    CHECK(nothing.is_response_ok());
    CHECK(bench.memory.byte(0) == 0x44);
    CHECK(bench.count.stores.value() == 1);
    const unsigned read = bench.read_of(0, 1000, 0);
    bench.run();
    CHECK(bench.first_byte(read) == 0x44);
}

TEST_CASE("debug accesses of any length change the cached copy and memory, without time or counters") {
    NodeBench bench;
    bench.read_of(0, 1, 128);
    bench.run();
    Access write(tlm::TLM_WRITE_COMMAND, 100, 300, 0x55), read(tlm::TLM_READ_COMMAND, 100, 300);
    CHECK(bench.driver.memory_out->transport_dbg(write) == 300);
    CHECK(bench.memory.byte(100) == 0x55);
    CHECK(bench.memory.byte(399) == 0x55);
    CHECK(bench.driver.memory_out->transport_dbg(read) == 300);
    CHECK(std::count(read.data.begin(), read.data.begin() + 300, 0x55) == 300);
    CHECK(bench.count.accesses.value() == 1);
    const unsigned hit = bench.read_of(0, 1000, 128);
    bench.run();
    CHECK(bench.count.hits.value() == 1);
    CHECK(bench.first_byte(hit) == 0x55);
}

TEST_CASE("a debug write to an outstanding line is seen by the next load") {
    NodeBench bench;
    bench.memory.latency = [](unsigned) { return 100; };
    bench.read_of(0, 1, 0);
    sc_core::sc_start(20 * bench.clock.period());
    Access write(tlm::TLM_WRITE_COMMAND, 0, 4, 0x66);
    bench.driver.memory_out->transport_dbg(write);
    const unsigned after = bench.read_of(0, 30, 0), later = bench.read_of(0, 400, 0);
    bench.run();
    CHECK(bench.first_byte(after) == 0x66);
    CHECK(bench.first_byte(later) == 0x66);
}
