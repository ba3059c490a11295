// The loosely timed and the debugging side of the L1.
#include <catch2/catch.hpp>

#include "blocking_access.h"
#include "l1_bench.h"

using namespace heddle;

namespace {

using Access = testing::BlockingAccess;

}  // namespace

TEST_CASE("a blocking load adds the hit latency, and the memory's when the line is not here") {
    L1Bench bench;
    bench.fill_memory(0, 0x33);
    bench.driver.read(1, 0, 4);
    bench.run();
    const sc_core::sc_time cycle = bench.clock.period();
    sc_core::sc_time delay;
    Access here(tlm::TLM_READ_COMMAND, 4, 4);
    bench.driver.memory_out->b_transport(here, delay);
    CHECK(delay == 28 * cycle);
    CHECK(here.data[0] == 0x33);
    Access elsewhere(tlm::TLM_READ_COMMAND, 128, 4);
    delay = sc_core::SC_ZERO_TIME;
    bench.driver.memory_out->b_transport(elsewhere, delay);
    CHECK(delay == (28 + 10) * cycle);
    CHECK(bench.l1.hits.value() == 1);
    CHECK(bench.l1.misses.value() == 2);
    delay = sc_core::SC_ZERO_TIME;
    Access again(tlm::TLM_READ_COMMAND, 128, 4);
    bench.driver.memory_out->b_transport(again, delay);
    CHECK(delay == (28 + 10) * cycle);  // it did not allocate
}

TEST_CASE("a blocking store reaches memory and no stale line is read afterwards") {
    L1Bench bench;
    bench.driver.read(1, 0, 4);
    bench.run();
    sc_core::sc_time delay;
    Access store(tlm::TLM_WRITE_COMMAND, 0, 4, 0x44);
    bench.driver.memory_out->b_transport(store, delay);
    CHECK(store.is_response_ok());
    CHECK(bench.memory.byte(0) == 0x44);
    CHECK(bench.l1.stores.value() == 1);
    const unsigned read = bench.driver.read(1000, 0, 4);
    bench.run();
    CHECK(bench.first_byte(read) == 0x44);
}

TEST_CASE("a blocking ignore does nothing and never reaches memory") {
    L1Bench bench;
    bench.driver.read(1, 0, 4);
    bench.run();
    const std::size_t before = bench.memory.requests.size();
    sc_core::sc_time delay;
    Access nothing(tlm::TLM_IGNORE_COMMAND, 0, 0);
    bench.driver.memory_out->b_transport(nothing, delay);
    CHECK(nothing.is_response_ok());
    CHECK(bench.memory.requests.size() == before);
    CHECK(bench.l1.write_evicts.value() == 0);
}

TEST_CASE("debug writes change the cached copy and memory, without time or counters") {
    L1Bench bench;
    bench.driver.read(1, 0, 4);
    bench.run();
    Access write(tlm::TLM_WRITE_COMMAND, 0, 4, 0x55), read(tlm::TLM_READ_COMMAND, 0, 4);
    CHECK(bench.driver.memory_out->transport_dbg(write) == 4);
    CHECK(bench.memory.byte(0) == 0x55);
    CHECK(bench.driver.memory_out->transport_dbg(read) == 4);
    CHECK(read.data[0] == 0x55);
    CHECK(bench.l1.accesses.value() == 1);
    CHECK(bench.l1.write_evicts.value() == 0);
    const unsigned hit = bench.driver.read(1000, 0, 4);
    bench.run();
    CHECK(bench.l1.hits.value() == 1);
    CHECK(bench.first_byte(hit) == 0x55);
}

TEST_CASE("a debug write to an outstanding line is seen by the next load") {
    L1Bench bench;
    bench.memory.latency = [](unsigned) { return 100; };
    bench.driver.read(1, 0, 4);
    sc_core::sc_start(20, sc_core::SC_NS);
    Access write(tlm::TLM_WRITE_COMMAND, 0, 4, 0x66);
    bench.driver.memory_out->transport_dbg(write);
    const unsigned after = bench.driver.read(30, 0, 4), later = bench.driver.read(400, 0, 4);
    bench.run();
    CHECK(bench.first_byte(after) == 0x66);
    CHECK(bench.first_byte(later) == 0x66);
}

TEST_CASE("a debug ignore leaves a cached line alone") {
    L1Bench bench;
    bench.fill_memory(0, 0x12);
    bench.driver.read(1, 0, 4);
    bench.run();
    Access nothing(tlm::TLM_IGNORE_COMMAND, 0, 4, 0x99);
    bench.driver.memory_out->transport_dbg(nothing);
    Access read(tlm::TLM_READ_COMMAND, 0, 4);
    bench.driver.memory_out->transport_dbg(read);
    CHECK(read.data[0] == 0x12);
}
