// Stores, atomics, bypassing loads and starts of kernels: what they do to lines that are here or in flight.
#include <catch2/catch.hpp>

#include "l1_bench.h"

using namespace heddle;

TEST_CASE("a store goes through and drops the line") {
    L1Bench bench;
    bench.fill_memory(0, 0x10);
    bench.driver.read(1, 0);
    const unsigned store = bench.driver.write(100, 8, 0xAB, 4);
    const unsigned after = bench.driver.read(200, 0);
    bench.run();
    CHECK(bench.l1.stores.value() == 1);
    CHECK(bench.l1.write_evicts.value() == 1);
    CHECK(bench.l1.misses.value() == 2);
    REQUIRE(bench.memory.requests.size() == 3);
    CHECK(bench.memory.requests[1].command == tlm::TLM_WRITE_COMMAND);
    CHECK(bench.memory.requests[1].address == 8);
    CHECK(bench.memory.requests[1].data == std::vector<std::uint8_t>(4, 0xAB));
    CHECK(bench.driver.data(after)[7] == 0x10);
    CHECK(bench.driver.data(after)[8] == 0xAB);
    CHECK(bench.driver.data(after)[12] == 0x10);
    CHECK(bench.driver[store].payload->is_response_ok());
}

TEST_CASE("a store to a line that is not here allocates nothing") {
    L1Bench bench;
    bench.driver.write(1, 0, 1, 128);
    bench.driver.read(100, 0, 4);
    bench.run();
    CHECK(bench.l1.write_evicts.value() == 0);
    CHECK(bench.l1.misses.value() == 1);
    CHECK(bench.l1.hits.value() == 0);
}

TEST_CASE("byte enables travel with the store") {
    L1Bench bench;
    LinePayload* store = bench.driver.pool().acquire(tlm::TLM_WRITE_COMMAND, 0, 8);
    store->access.kind = AccessKind::store;
    store->data.fill(0x77);
    store->enables.fill(TLM_BYTE_DISABLED);
    store->enables[2] = TLM_BYTE_ENABLED;
    store->use_byte_enables();
    bench.driver.add(1, store);
    const unsigned read = bench.driver.read(100, 0, 8);
    bench.run();
    CHECK(bench.driver.data(read)[2] == 0x77);
    CHECK(bench.driver.data(read)[1] == 0);
    CHECK(bench.driver.data(read)[3] == 0);
}

TEST_CASE("a store to an outstanding line closes it: the next load sees the new value and is fetched anew") {
    L1Bench bench;
    bench.fill_memory(0, 0x01);
    bench.memory.latency = [](unsigned) { return 100; };
    const unsigned before = bench.driver.read(1, 0, 4);
    bench.driver.write(10, 0, 0x02, 4);
    const unsigned after = bench.driver.read(20, 0, 4);
    const unsigned merged = bench.driver.read(30, 4, 4);
    const unsigned later = bench.driver.read(400, 0, 4);
    bench.run();
    CHECK(bench.first_byte(before) == 0x01);
    CHECK(bench.first_byte(after) == 0x02);
    CHECK(bench.first_byte(merged) == 0x01);  // another word
    CHECK(bench.first_byte(later) == 0x02);   // the old fill was not installed over the new one
    CHECK(bench.l1.closed_misses.value() == 1);
    CHECK(bench.l1.misses.value() == 2);
    CHECK(bench.l1.hits_reserved.value() == 1);
    CHECK(bench.l1.hits.value() == 1);
    CHECK(bench.memory.requests.size() == 3);
}

TEST_CASE("the old fill may come after the new one without harm") {
    L1Bench bench;
    bench.fill_memory(0, 0x01);
    bench.memory.latency = [](unsigned index) { return index == 0 ? 300 : 50; };
    const unsigned before = bench.driver.read(1, 0, 4);
    bench.driver.write(10, 0, 0x02, 4);
    const unsigned after = bench.driver.read(20, 0, 4);
    const unsigned later = bench.driver.read(500, 0, 4);
    bench.run();
    CHECK(bench.driver[after].answered < bench.driver[before].answered);
    CHECK(bench.first_byte(before) == 0x01);
    CHECK(bench.first_byte(after) == 0x02);
    CHECK(bench.first_byte(later) == 0x02);
    CHECK(bench.l1.hits.value() == 1);
}

TEST_CASE("atomics execute below, return old values, and drop the line") {
    L1Bench bench;
    bench.driver.read(1, 0, 4);
    const unsigned first = bench.driver.atomic_add(100, 0, 5), second = bench.driver.atomic_add(101, 0, 7);
    const unsigned sum = bench.driver.read(200, 0, 4);
    bench.run();
    CHECK(bench.first_byte(first) == 0);
    CHECK(bench.first_byte(second) == 5);
    CHECK(bench.first_byte(sum) == 12);
    CHECK(bench.l1.atomics.value() == 2);
    CHECK(bench.l1.write_evicts.value() == 1);
}

TEST_CASE("a bypassing load reads below even when the line is here") {
    L1Bench bench;
    bench.driver.read(1, 0, 4);
    const unsigned passes = bench.bypassing_read(100, 4, 4);
    const unsigned hit = bench.driver.read(200, 0, 4);
    bench.run();
    CHECK(bench.l1.bypasses.value() == 1);
    CHECK(bench.l1.hits.value() == 1);
    REQUIRE(bench.memory.requests.size() == 2);
    CHECK(bench.memory.requests[1].bytes == 4);
    CHECK(bench.driver[passes].payload->is_response_ok());
    CHECK(bench.driver[hit].payload->is_response_ok());
}

TEST_CASE("the start of a kernel drops every line, also those in flight") {
    L1Bench bench;
    bench.memory.latency = [](unsigned) { return 50; };
    bench.driver.read(1, 0, 4);
    bench.driver.read(100, 128, 4);  // outstanding when the kernel starts
    bench.start_kernel(110);
    bench.driver.read(300, 0, 4);
    bench.driver.read(300, 128, 4);
    bench.run();
    CHECK(bench.l1.invalidations.value() == 1);
    CHECK(bench.l1.hits.value() == 0);
    CHECK(bench.l1.misses.value() == 4);
    for (const auto& request : bench.memory.requests) CHECK(request.command == tlm::TLM_READ_COMMAND);
}

TEST_CASE("a load that waits behind a full MSHR when a kernel starts finds nothing of the kernel before") {
    L1CacheParameters parameters;
    parameters.mshr_entries = 1;
    L1Bench bench(parameters);
    bench.memory.latency = [](unsigned) { return 50; };
    bench.driver.read(1, 0, 4);      // in the cache when the kernel starts
    bench.driver.read(100, 256, 4);  // takes the only MSHR entry
    const unsigned waits = bench.driver.read(101, 512, 4);
    const unsigned late = bench.driver.read(102, 0, 4);  // behind it, so that its lookup comes after the start
    bench.start_kernel(120);
    bench.run();
    CHECK(bench.driver[waits].payload->is_response_ok());
    CHECK(bench.driver[late].payload->is_response_ok());
    CHECK(bench.l1.hits.value() == 0);
    CHECK(bench.l1.misses.value() == 4);
}

TEST_CASE("a command that moves nothing gets a response and changes nothing") {
    L1Bench bench;
    bench.driver.read(1, 0, 4);
    const unsigned nothing = bench.control(100);
    bench.driver.read(200, 0, 4);
    bench.run();
    CHECK(bench.driver[nothing].payload->is_response_ok());
    CHECK(bench.l1.hits.value() == 1);
    CHECK(bench.l1.invalidations.value() == 0);
}
