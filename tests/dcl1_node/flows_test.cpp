// The flows of MECHANISMS 5.2: read hit, read miss, write, non-L1 and atomic.
#include <catch2/catch.hpp>

#include "node_bench.h"

using namespace heddle;

TEST_CASE("a read miss asks the L2 for the whole line and the response has the bytes asked for") {
    NodeBench bench(small_node());
    bench.fill_memory(128, 0x11);
    const unsigned miss = bench.read_of(3, 1, 160, 32);
    bench.run();
    CHECK(bench.first_byte(miss) == 0x11);
    REQUIRE(bench.memory.requests.size() == 1);
    CHECK(bench.memory.requests[0].address == 128);
    CHECK(bench.memory.requests[0].bytes == 128);
    CHECK(bench.memory.requests[0].sm == 3);
    CHECK(bench.driver[miss].payload->get_data_length() == 32);
    CHECK(bench.count.replies.value() == 1);
    CHECK(bench.count.reply_bytes.value() == 32);
    CHECK(bench.driver[miss].payload->access.missed_l1);
}

TEST_CASE("a read hit is served without the L2, for any core") {
    NodeBench bench(small_node());
    bench.fill_memory(128, 0x11);
    bench.read_of(0, 1, 128, 128);
    const unsigned hit = bench.read_of(7, 100, 192, 4);
    bench.run();
    CHECK(bench.first_byte(hit) == 0x11);
    CHECK(bench.memory.requests.size() == 1);
    CHECK(bench.count.accesses.value() == 2);
    CHECK(bench.count.hits.value() == 1);
    CHECK(bench.count.misses.value() == 1);
    CHECK(bench.count.reply_bytes.value() == 132);
    CHECK_FALSE(bench.driver[hit].payload->access.missed_l1);
}

TEST_CASE("misses of several cores to one line are one request, and each core gets its response") {
    NodeBench bench(small_node());
    bench.fill_memory(0, 0x22);
    bench.memory.latency = [](unsigned) { return 100; };
    const unsigned first = bench.read_of(0, 1, 0), same = bench.read_of(0, 2, 32), other = bench.read_of(7, 3, 64);
    bench.run();
    CHECK(bench.memory.requests.size() == 1);
    CHECK(bench.count.misses.value() == 1);
    CHECK(bench.count.hits_reserved.value() == 2);
    CHECK(bench.count.merges_same_core.value() == 1);
    CHECK(bench.count.merges_other_core.value() == 1);
    CHECK(bench.count.replies.value() == 3);
    for (unsigned read : {first, same, other}) CHECK(bench.first_byte(read) == 0x22);
}

TEST_CASE("a store drops the line, writes its bytes to the L2 and brings the acknowledgement back") {
    NodeBench bench(small_node());
    bench.fill_memory(0, 0x22);
    bench.read_of(0, 1, 0);
    const unsigned store = bench.driver.write(100, 0, 0x33, 4);
    const unsigned after = bench.read_of(1, 200, 0);
    bench.run();
    REQUIRE(bench.memory.requests.size() == 3);
    CHECK(bench.memory.requests[1].command == tlm::TLM_WRITE_COMMAND);
    CHECK(bench.memory.requests[1].bytes == 4);
    CHECK(bench.driver[store].payload->is_response_ok());
    CHECK(bench.first_byte(after) == 0x33);
    CHECK(bench.driver.data(after)[4] == 0x22);
    CHECK(bench.count.stores.value() == 1);
    CHECK(bench.count.write_evicts.value() == 1);
    CHECK(bench.count.misses.value() == 2);
    CHECK(bench.count.reply_bytes.value() == 64);  // an acknowledgement has none
}

TEST_CASE("a store allocates nothing") {
    NodeBench bench(small_node());
    bench.driver.write(1, 0, 0x33, 128);
    const unsigned read = bench.read_of(1, 100, 0);
    bench.run();
    CHECK(bench.first_byte(read) == 0x33);
    CHECK(bench.count.write_evicts.value() == 0);
    CHECK(bench.count.misses.value() == 1);
}

TEST_CASE("a load after a store to an outstanding line fetches the new value, and the old line is not installed") {
    NodeBench bench(small_node());
    bench.fill_memory(0, 0x22);
    bench.memory.latency = [](unsigned index) { return index == 0 ? 100 : 10; };
    const unsigned before = bench.read_of(0, 1, 0);
    bench.driver.write(5, 0, 0x33, 4);
    const unsigned after = bench.read_of(1, 9, 0), later = bench.read_of(2, 300, 0);
    bench.run();
    CHECK(bench.first_byte(before) == 0x22);
    CHECK(bench.first_byte(after) == 0x33);
    CHECK(bench.first_byte(later) == 0x33);
    CHECK(bench.count.closed_misses.value() == 1);
    CHECK(bench.count.misses.value() == 2);
    CHECK(bench.count.hits.value() == 1);
}

TEST_CASE("an atomic is executed below, and no copy from before it is used") {
    NodeBench bench(small_node());
    bench.fill_memory(0, 0);
    bench.read_of(0, 1, 0);
    const unsigned atomic = bench.driver.atomic_add(100, 0, 5);
    const unsigned read = bench.read_of(1, 101, 0, 4), again = bench.driver.atomic_add(102, 0, 1);
    bench.run();
    CHECK(bench.first_byte(atomic) == 0);
    CHECK(bench.first_byte(read) == 5);
    CHECK(bench.first_byte(again) == 5);
    CHECK(bench.count.atomics.value() == 2);
    CHECK(bench.count.write_evicts.value() == 1);
    CHECK(bench.count.closed_misses.value() == 1);
    CHECK(bench.count.accesses.value() == 2);
}

TEST_CASE("non-L1 reads pass in their own size and neither use nor change the cache") {
    NodeBench bench(small_node());
    bench.fill_memory(0, 0x22);
    bench.read_of(0, 1, 0);
    unsigned index = 0;
    std::vector<unsigned> reads;
    for (AccessKind kind : {AccessKind::instruction, AccessKind::texture, AccessKind::constant})
        reads.push_back(bench.non_l1_read(100, 32 * index++, 32, kind));
    sc_core::sc_start(50 * bench.clock.period());
    bench.fill_memory(0, 0x44);
    const unsigned cached = bench.read_of(0, 200, 0);
    bench.run();
    for (unsigned read : reads) CHECK(bench.first_byte(read) == 0x44);
    REQUIRE(bench.memory.requests.size() == 4);
    CHECK(bench.memory.requests[1].bytes == 32);
    CHECK(bench.memory.requests[2].kind == AccessKind::texture);
    CHECK(bench.count.bypasses.value() == 3);
    CHECK(bench.count.accesses.value() == 2);
    CHECK(bench.count.hits.value() == 1);
    CHECK(bench.count.port_busy_cycles.value() == 3);  // miss, fill, hit
    CHECK(bench.first_byte(cached) == 0x22);
}

TEST_CASE("an error of the L2 reaches every waiting load and leaves no line behind") {
    NodeBench bench(small_node());
    bench.memory.failing_lines = {128};
    bench.memory.latency = [](unsigned) { return 60; };
    const unsigned a = bench.read_of(0, 1, 128, 128), b = bench.read_of(1, 1, 160), c = bench.read_of(2, 1, 0);
    const unsigned again = bench.read_of(3, 200, 128);
    bench.run();
    for (unsigned failed : {a, b, again})
        CHECK(bench.driver[failed].payload->get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(bench.driver[c].payload->is_response_ok());
    CHECK(bench.count.misses.value() == 3);
}

TEST_CASE("an access over two lines is refused, the next one is served") {
    NodeBench bench(small_node());
    const unsigned crossing = bench.driver.read(1, 120, 16), good = bench.driver.read(2, 120, 8);
    bench.run();
    CHECK(bench.driver[crossing].payload->get_response_status() == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(bench.driver[good].payload->is_response_ok());
}

TEST_CASE("monitors see which lines the cache has") {
    NodeBench bench(small_node());
    bench.read_of(0, 1, 0x1000);
    bench.read_of(0, 2, 0x2080);
    bench.run();
    CHECK(bench.node.holds(0x1010));
    CHECK(bench.node.holds(0x2080));
    CHECK_FALSE(bench.node.holds(0x1080));
    std::set<std::uint64_t> lines;
    bench.node.for_each_line([&](std::uint64_t line) { lines.insert(line); });
    CHECK(lines == std::set<std::uint64_t>{0x1000, 0x2080});
}
