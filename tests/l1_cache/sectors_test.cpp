// The sectored L1: only what is missing is fetched, and a load may wait for several fills.
#include <catch2/catch.hpp>

#include "l1_bench.h"

using namespace heddle;

namespace {

L1CacheParameters sectored() {
    L1CacheParameters parameters;
    parameters.size_bytes = 1024;
    parameters.ways = 2;
    parameters.latency_cycles = 5;
    parameters.sectored = true;
    return parameters;
}
constexpr std::uint64_t same_set = 512;  // four sets of two ways

// Every byte of memory is its sector's number.
void number_sectors(L1Bench& bench) {
    for (unsigned byte = 0; byte < line_bytes; ++byte)
        bench.memory.byte(byte) = static_cast<std::uint8_t>(byte / sector_bytes + 1);
}

void check_sectors(const L1Bench& bench, unsigned index, std::vector<unsigned> expected) {
    for (unsigned i = 0; i < expected.size(); ++i) {
        CHECK(bench.driver.data(index)[i * sector_bytes] == expected[i]);
        CHECK(bench.driver.data(index)[i * sector_bytes + sector_bytes - 1] == expected[i]);
    }
}

void check_allocation(bool on_fill) {
    L1CacheParameters parameters = sectored();
    parameters.allocate_on_fill = on_fill;
    L1Bench bench(parameters);
    bench.memory.latency = [](unsigned) { return 100; };
    for (unsigned i = 0; i < 4; ++i) bench.driver.read(1, i * same_set, 32);
    const unsigned last = bench.driver.read(400, 3 * same_set, 32);
    bench.run();
    CHECK((bench.l1.fails_no_way.value() == 0) == on_fill);
    CHECK((bench.memory.requests[3].taken < 50) == on_fill);
    CHECK(bench.driver.latency(last) == 7);
    CHECK(bench.l1.evictions.value() == 2);
}

}  // namespace

TEST_CASE("a miss fetches the sectors it needs, others of the line miss later") {
    L1Bench bench(sectored());
    number_sectors(bench);
    bench.driver.read(1, 36, 4);
    bench.driver.read(100, 32, 32);
    const unsigned other = bench.driver.read(200, 64, 64);
    bench.run();
    REQUIRE(bench.memory.requests.size() == 2);
    CHECK(bench.memory.requests[0].address == 32);
    CHECK(bench.memory.requests[0].bytes == 32);
    CHECK(bench.memory.requests[1].address == 64);
    CHECK(bench.memory.requests[1].bytes == 64);
    check_sectors(bench, other, {3, 4});
    CHECK(bench.l1.hits.value() == 1);
    CHECK(bench.l1.misses.value() == 2);
    CHECK(bench.l1.sector_accesses.value() == 4);
    CHECK(bench.l1.sector_hits.value() == 1);
    CHECK(bench.l1.sector_misses.value() == 3);
    CHECK(bench.l1.evictions.value() == 0);
}

TEST_CASE("a load takes sectors that are there, in flight and absent from three sources") {
    L1Bench bench(sectored());
    number_sectors(bench);
    bench.memory.latency = [](unsigned index) { return index == 1 ? 80 : 10; };
    bench.driver.read(1, 32, 32);   // there when the third comes
    bench.driver.read(50, 64, 32);  // takes 80 cycles
    const unsigned all = bench.driver.read(60, 0, 128);
    bench.run();
    REQUIRE(bench.memory.requests.size() == 4);  // sectors 0 and 3 are no neighbours
    CHECK(bench.memory.requests[2].address == 0);
    CHECK(bench.memory.requests[2].bytes == 32);
    CHECK(bench.memory.requests[3].address == 96);
    CHECK(bench.driver[all].answered > 130);
    check_sectors(bench, all, {1, 2, 3, 4});
    CHECK(bench.l1.sector_hits.value() == 1);
    CHECK(bench.l1.sector_hits_reserved.value() == 1);
    CHECK(bench.l1.sector_misses.value() == 4);
}

TEST_CASE("a load in between gets its sector before the rest of the line has come") {
    L1Bench bench(sectored());
    number_sectors(bench);
    bench.memory.latency = [](unsigned index) { return index == 1 ? 200 : 10; };
    bench.driver.read(1, 0, 32);
    const unsigned slow = bench.driver.read(30, 32, 32);
    const unsigned hit = bench.driver.read(40, 0, 32);
    bench.run();
    CHECK(bench.driver.latency(hit) == 7);
    CHECK(bench.driver[slow].answered > 200);
}

TEST_CASE("sectors that no lane asked for are not fetched") {
    L1Bench bench(sectored());
    LinePayload* load = bench.driver.pool().acquire(tlm::TLM_READ_COMMAND, 0, 128);
    load->access.word_mask = 0x01000001;  // the first word of the first and of the last sector
    bench.driver.add(1, load);
    bench.run();
    REQUIRE(bench.memory.requests.size() == 2);
    CHECK(bench.memory.requests[0].bytes + bench.memory.requests[1].bytes == 64);
    CHECK(bench.l1.sector_accesses.value() == 2);
    CHECK(bench.l1.accesses.value() == 1);
}

TEST_CASE("a store drops the line with what is in flight, later loads fetch the new value") {
    L1Bench bench(sectored());
    number_sectors(bench);
    bench.memory.latency = [](unsigned index) { return index == 0 ? 100 : 10; };
    const unsigned before = bench.driver.read(1, 0, 32);
    bench.driver.write(10, 0, 9, 32);
    const unsigned after = bench.driver.read(20, 0, 32);
    const unsigned later = bench.driver.read(200, 0, 32);
    bench.run();
    CHECK(bench.first_byte(before) == 1);
    CHECK(bench.first_byte(after) == 9);
    CHECK(bench.first_byte(later) == 9);
    CHECK(bench.l1.closed_misses.value() == 1);
}

TEST_CASE("with allocation on fill no miss waits for a way") {
    check_allocation(true);
}
TEST_CASE("with allocation on miss the third miss to a set of two ways waits") {
    check_allocation(false);
}

TEST_CASE("fewer MSHR entries than sectors of a line are refused") {
    L1CacheParameters parameters = sectored();
    parameters.mshr_entries = 3;
    CHECK_THROWS_WITH(parameters.validate("l1_cache"), Catch::Contains("l1_cache.mshr_entries"));
    parameters.sectored = false;
    CHECK_NOTHROW(parameters.validate("l1_cache"));
}

TEST_CASE("where the latency comes before the lookup a miss takes it, and a hit takes no longer") {
    L1CacheParameters parameters = sectored();
    parameters.lookup_after_latency = true;
    L1Bench bench(parameters);
    number_sectors(bench);
    bench.driver.read(1, 0, 32);
    for (unsigned i = 0; i < 20; ++i) bench.driver.read(100 + i, 0, 32);
    bench.run();
    REQUIRE(bench.memory.requests.size() == 1);
    CHECK(bench.memory.requests[0].taken == 1 + 1 + 5 + 1);                  // to the L1, its latency, to the memory
    for (unsigned i = 1; i <= 20; ++i) CHECK(bench.driver.latency(i) == 7);  // one per cycle, as without
    check_sectors(bench, 20, {1});
}

TEST_CASE("requests behind a stalled lookup wait in front of the latency, and all are served") {
    L1CacheParameters parameters = sectored();
    parameters.lookup_after_latency = true;
    parameters.mshr_entries = 4;
    L1Bench bench(parameters);
    bench.memory.latency = [](unsigned) { return 60; };
    for (unsigned i = 0; i < 40; ++i) bench.driver.read(1, i * 32, 32);
    bench.run();
    CHECK(bench.l1.fails_mshr_full.value() > 0);
    CHECK(bench.memory.requests.size() == 40);
    CHECK(bench.l1.idle());
}

TEST_CASE("each missing sector may be a request of its own") {
    L1CacheParameters parameters = sectored();
    parameters.sector_requests = true;
    L1Bench bench(parameters);
    number_sectors(bench);
    const unsigned all = bench.driver.read(1, 0, 128);
    bench.run();
    REQUIRE(bench.memory.requests.size() == 4);
    for (unsigned sector = 0; sector < 4; ++sector) {
        CHECK(bench.memory.requests[sector].address == sector * 32);
        CHECK(bench.memory.requests[sector].bytes == 32);
        CHECK(bench.memory.requests[sector].taken == bench.memory.requests[0].taken + sector);
    }
    check_sectors(bench, all, {1, 2, 3, 4});
    CHECK(bench.l1.misses.value() == 1);
    CHECK(bench.l1.sector_misses.value() == 4);
}

TEST_CASE("each sector of a store may be a request of its own, and the last acknowledgement is that of the store") {
    L1CacheParameters parameters = sectored();
    parameters.sector_requests = parameters.sector_stores = true;
    L1Bench bench(parameters);
    number_sectors(bench);
    bench.memory.latency = [](unsigned index) { return index == 1 ? 100 : 10; };
    const unsigned store = bench.driver.write(1, 24, 9, 48), single = bench.driver.write(1, 128, 8, 4);
    const unsigned read = bench.driver.read(300, 0, 128);
    bench.run();
    REQUIRE(bench.memory.requests.size() == 3 + 1 + 4);
    const unsigned addresses[] = {24, 32, 64, 128}, bytes[] = {8, 32, 8, 4};
    for (unsigned i = 0; i < 4; ++i) {
        CHECK(bench.memory.requests[i].command == tlm::TLM_WRITE_COMMAND);
        CHECK(bench.memory.requests[i].address == addresses[i]);
        CHECK(bench.memory.requests[i].bytes == bytes[i]);
        CHECK(bench.memory.requests[i].taken == bench.memory.requests[0].taken + i);
    }
    CHECK(bench.driver[store].answered > bench.memory.requests[1].taken + 100);
    CHECK(bench.driver[single].answered < bench.memory.requests[1].taken + 100);
    CHECK(bench.l1.stores.value() == 2);
    CHECK(bench.l1.store_sectors.value() == 4);
    for (unsigned byte = 0; byte < 128; ++byte)
        CHECK(bench.driver.data(read)[byte] == (byte >= 24 && byte < 72 ? 9 : byte / 32 + 1));
}

TEST_CASE("byte enables and errors of a store that goes by sectors are those of its parts") {
    L1CacheParameters parameters = sectored();
    parameters.sector_requests = parameters.sector_stores = true;
    L1Bench bench(parameters);
    bench.memory.failing_lines = {128};
    LinePayload* masked = bench.driver.pool().acquire(tlm::TLM_WRITE_COMMAND, 0, 64);
    masked->access.kind = AccessKind::store;
    masked->data.fill(7);
    masked->use_byte_enables();
    for (unsigned byte = 0; byte < 64; ++byte) masked->enables[byte] = byte % 3 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
    const unsigned good = bench.driver.add(1, masked), bad = bench.driver.write(2, 128, 1);
    bench.run();
    CHECK(bench.driver[good].payload->is_response_ok());
    CHECK(bench.driver[bad].payload->is_response_error());
    for (unsigned byte = 0; byte < 64; ++byte) CHECK(bench.memory.byte(byte) == (byte % 3 ? 7 : 0));
}

TEST_CASE("stores go by sectors only where loads do") {
    L1CacheParameters parameters = sectored();
    parameters.sector_stores = true;
    CHECK_THROWS_WITH(parameters.validate("l1"), Catch::Contains("l1.sector_stores"));
}

TEST_CASE("sectors that came back may be handed out to one load per cycle") {
    L1CacheParameters parameters = sectored();
    parameters.sector_requests = parameters.sector_answers = true;
    L1Bench bench(parameters);
    number_sectors(bench);
    const unsigned first = bench.driver.read(1, 0, 128), second = bench.driver.read(2, 0, 128);
    const unsigned alone = bench.driver.read(100, 128, 32);
    bench.run();
    const Cycle way = bench.driver[alone].answered - bench.memory.requests[4].taken;
    // Four sectors for two loads are eight cycles. The first load has its last sector in the seventh.
    CHECK(bench.driver[first].answered == bench.memory.requests[0].taken + way + 6);
    CHECK(bench.driver[second].answered == bench.memory.requests[0].taken + way + 7);
    check_sectors(bench, first, {1, 2, 3, 4});
    check_sectors(bench, second, {1, 2, 3, 4});
}

TEST_CASE("sector requests and answers need sectors") {
    L1CacheParameters parameters;
    parameters.sector_requests = true;
    CHECK_THROWS_WITH(parameters.validate("l1"), Catch::Contains("l1.sector_requests") && Catch::Contains("sectored"));
    parameters = {};
    parameters.sector_answers = true;
    CHECK_THROWS_WITH(parameters.validate("l1"), Catch::Contains("l1.sector_answers") && Catch::Contains("sectored"));
}
