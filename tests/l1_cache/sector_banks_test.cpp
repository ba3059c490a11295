// Sectors that are looked up apart from each other: which is sent first, what a load or store waits for, what stays in
// order.
#include <catch2/catch.hpp>

#include "l1_bench.h"

using namespace heddle;

namespace {

L1CacheParameters banks(bool sector_banks = true) {
    L1CacheParameters parameters;
    parameters.size_bytes = 16384;
    parameters.ways = 8;
    parameters.latency_cycles = 5;
    parameters.miss_queue_entries = 4;
    parameters.sectored = parameters.sector_requests = parameters.sector_stores = true;
    parameters.lookup_after_latency = true;
    parameters.sector_banks = sector_banks;
    return parameters;
}

void number_sectors(L1Bench& bench, unsigned lines) {
    for (unsigned byte = 0; byte < lines * line_bytes; ++byte)
        bench.memory.byte(byte) = static_cast<std::uint8_t>(byte / sector_bytes + 1);
}

// The sectors of the requests in the order in which they were sent.
std::vector<unsigned> sent_sectors(const L1Bench& bench) {
    std::vector<unsigned> sectors;
    for (const auto& request : bench.memory.requests)
        sectors.push_back(static_cast<unsigned>(request.address % line_bytes / sector_bytes));
    return sectors;
}

std::vector<unsigned> sent_for_loads_of_two_sectors(bool sector_banks) {
    L1Bench bench(banks(sector_banks));
    number_sectors(bench, 8);
    std::vector<unsigned> reads;
    for (unsigned line = 0; line < 8; ++line) reads.push_back(bench.driver.read(1, line * line_bytes, 64));
    bench.run();
    for (unsigned line = 0; line < 8; ++line)
        for (const unsigned sector : {0u, 1u})
            CHECK(bench.driver.data(reads[line])[sector * sector_bytes] == line * 4 + sector + 1);
    return sent_sectors(bench);
}

}  // namespace

TEST_CASE("without banks for sectors the sectors of a load are sent together") {
    CHECK(sent_for_loads_of_two_sectors(false) ==
          std::vector<unsigned>{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1});
}

// One request leaves per cycle and a load of two sectors comes per cycle, so that the fourth fills the queue. From then
// on the lowest sector that waits gets the place that becomes free.
TEST_CASE("while the miss queue is full, the lowest of the sectors that wait goes first") {
    CHECK(sent_for_loads_of_two_sectors(true) == std::vector<unsigned>{0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1});
}

TEST_CASE("a load gets its response with the last of its sectors, found or fetched") {
    L1Bench bench(banks());
    number_sectors(bench, 1);
    bench.memory.latency = [](unsigned index) { return index == 2 ? 100 : 10; };
    bench.driver.read(1, 32, 32);
    const unsigned found = bench.driver.read(50, 32, 32);
    const unsigned load = bench.driver.read(60, 0, 96);  // its second sector is there, its third comes late
    bench.run();
    REQUIRE(bench.memory.requests.size() == 3);
    CHECK(bench.driver.latency(found) == 7);
    CHECK(bench.driver[load].answered > bench.memory.requests[2].taken + 100);
    for (unsigned sector = 0; sector < 3; ++sector) CHECK(bench.driver.data(load)[sector * sector_bytes] == sector + 1);
    CHECK(bench.l1.sector_hits.value() == 2);
    CHECK(bench.l1.sector_misses.value() == 3);
    CHECK(bench.l1.accesses.value() == 5);
}

TEST_CASE("a load whose sectors are all there counts by sectors and takes no longer than a load of one") {
    L1Bench bench(banks());
    number_sectors(bench, 1);
    bench.driver.read(1, 0, 128);
    const unsigned load = bench.driver.read(100, 16, 96);
    bench.run();
    CHECK(bench.driver.latency(load) == 7);
    for (unsigned byte = 0; byte < 96; ++byte) CHECK(bench.driver.data(load)[byte] == (byte + 16) / sector_bytes + 1);
    CHECK(bench.l1.accesses.value() == 8);
    CHECK(bench.l1.hits.value() == 4);
    CHECK(bench.l1.sector_accesses.value() == 8);
    CHECK(bench.l1.sector_hits.value() == 4);
}

TEST_CASE("sectors that no lane asked for need not be there for a hit, and their bytes are not touched") {
    L1Bench bench(banks());
    number_sectors(bench, 1);
    unsigned loads[2];
    for (unsigned i = 0; i < 2; ++i) {
        LinePayload* load = bench.driver.pool().acquire(tlm::TLM_READ_COMMAND, 0, 128);
        load->access.word_mask = 0x01000001;  // of the first and of the last sector
        load->data.fill(0xee);
        loads[i] = bench.driver.add(1 + 100 * i, load);
    }
    bench.run();
    CHECK(bench.memory.requests.size() == 2);
    CHECK(bench.l1.sector_hits.value() == 2);
    for (const unsigned load : loads)
        for (unsigned sector = 0; sector < 4; ++sector)
            CHECK(bench.driver.data(load)[sector * sector_bytes] == (sector == 0 || sector == 3 ? sector + 1 : 0xee));
}

TEST_CASE("a hit of a whole line is a use of it: another line of the set is displaced") {
    L1CacheParameters parameters = banks();
    parameters.ways = 2;
    L1Bench bench(parameters);
    const unsigned sets = 16384 / line_bytes / 2;
    unsigned at = 1;
    for (const unsigned line : {0u, sets, 0u, 2 * sets, 0u}) bench.driver.read(at += 100, line * line_bytes, 128);
    bench.run();
    CHECK(bench.l1.hits.value() == 8);
    CHECK(bench.l1.evictions.value() == 1);
}

// Hits have entered the bank and left it: it holds as many as before.
TEST_CASE("a bank holds no more requests after a stream of hits, and no fewer") {
    L1CacheParameters parameters = banks();
    parameters.mshr_merges = 2;
    L1Bench bench(parameters);
    bench.memory.latency = [](unsigned index) { return index == 1 ? 300 : 10; };
    bench.driver.read(1, 5 * line_bytes, 32);
    for (unsigned i = 0; i < 12; ++i) bench.driver.read(100 + i, 5 * line_bytes, 32);
    for (unsigned i = 0; i < 8; ++i) bench.driver.read(200, 0, 32);  // one misses, one merges, six fill the bank
    const unsigned beside = bench.driver.read(200, 32, 32);
    bench.driver.read(200, 0, 32);  // finds no room in the bank
    const unsigned behind = bench.driver.read(200, 32, 32);
    bench.run();
    CHECK(bench.l1.hits.value() >= 12);
    CHECK(bench.driver[beside].answered < 300);
    CHECK(bench.driver[behind].answered > 500);
}

// The atomic waits until the bank is empty, and both loads behind it have had their latency by then.
TEST_CASE("of loads that are looked up in the same cycle the one of the lower sector is answered first") {
    L1CacheParameters parameters = banks();
    parameters.mshr_merges = 2;
    L1Bench bench(parameters);
    bench.memory.latency = [](unsigned index) { return index == 4 ? 300 : 10; };
    bench.driver.read(1, 5 * line_bytes, 128);
    for (unsigned i = 0; i < 3; ++i) bench.driver.read(200, 0, 32);  // the third waits for the fill
    bench.driver.atomic_add(200, 9 * line_bytes, 1);
    const unsigned third_sector = bench.driver.read(200, 5 * line_bytes + 64, 32);
    const unsigned second_sector = bench.driver.read(200, 5 * line_bytes + 32, 32);
    bench.run();
    CHECK(bench.driver[second_sector].answered > 500);
    CHECK(bench.driver[third_sector].answered > bench.driver[second_sector].answered);
}

TEST_CASE("an error of one sector is the response to the whole load") {
    L1Bench bench(banks());
    bench.memory.failing_lines = {128};
    const unsigned bad = bench.driver.read(1, 128, 128), good = bench.driver.read(1, 0, 128);
    bench.run();
    CHECK(bench.driver[bad].payload->is_response_error());
    CHECK(bench.driver[good].payload->is_response_ok());
}

TEST_CASE("a store is looked up by sectors, too, and counts once") {
    L1Bench bench(banks());
    const unsigned store = bench.driver.write(1, 0, 9, 128), read = bench.driver.read(2, 0, 128);
    bench.run();
    CHECK(bench.driver[store].payload->is_response_ok());
    for (unsigned byte = 0; byte < 128; ++byte) CHECK(bench.driver.data(read)[byte] == 9);
    CHECK(bench.l1.stores.value() == 1);
    CHECK(bench.l1.store_sectors.value() == 4);
}

TEST_CASE("a bank that is full holds up the requests that need it, not those before them") {
    L1CacheParameters parameters = banks();
    parameters.mshr_entries = 4;
    parameters.mshr_merges = 2;
    L1Bench bench(parameters);
    bench.memory.latency = [](unsigned index) { return index == 0 ? 300 : 10; };
    bench.driver.read(1, 0, 32);
    bench.driver.read(1, 0, 32);
    for (unsigned i = 0; i < 6; ++i)
        bench.driver.read(2, 0, 32);  // as many as the bank holds: the first finds no merge
    const unsigned other = bench.driver.read(3, 32, 32);
    bench.run();
    CHECK(bench.l1.fails_merge_full.value() >= 1);
    CHECK(bench.driver[other].answered < 100);
}

// The fill of another sector comes first, and does not help.
TEST_CASE("a sector that has met the merge limit goes on with the fill of its own entry") {
    L1CacheParameters parameters = banks();
    parameters.mshr_merges = 2;
    L1Bench bench(parameters);
    bench.memory.latency = [](unsigned index) { return index == 0 ? 100 : 40; };
    for (unsigned i = 0; i < 2; ++i) bench.driver.read(1, 0, 32);
    const unsigned waiting = bench.driver.read(2, 0, 32), other = bench.driver.read(3, 160, 32);
    bench.run();
    CHECK(bench.l1.fails_merge_full.value() == 1);
    CHECK(bench.driver[other].answered < 60);
    CHECK(bench.driver[waiting].answered > 100);
    CHECK(bench.driver[waiting].answered < 120);
    CHECK(bench.l1.fills.value() == 2);
}

TEST_CASE("a sector that has met a full MSHR goes on with any fill") {
    L1CacheParameters parameters = banks();
    parameters.mshr_entries = 4;
    L1Bench bench(parameters);
    bench.memory.latency = [](unsigned index) { return index < 3 ? 300 : 40; };
    for (unsigned line = 0; line < 3; ++line) bench.driver.read(1, line * line_bytes, 32);
    bench.driver.read(2, 3 * line_bytes + 32, 32);
    const unsigned waiting = bench.driver.read(3, 4 * line_bytes, 32);
    bench.run();
    CHECK(bench.l1.fails_mshr_full.value() == 1);
    CHECK(bench.driver[waiting].answered < 150);
}

// Without write_allocate the store drops the line, whose sectors in flight then take no more loads.
TEST_CASE("a store to another sector of its line ends the wait for a merge") {
    L1CacheParameters parameters = banks();
    parameters.mshr_merges = 2;
    L1Bench bench(parameters);
    bench.memory.latency = [](unsigned index) { return index == 0 ? 300 : 10; };
    for (unsigned i = 0; i < 2; ++i) bench.driver.read(1, 0, 32);
    const unsigned waiting = bench.driver.read(2, 0, 32);
    bench.driver.write(20, 32, 9, 32);
    bench.run();
    CHECK(bench.l1.fails_merge_full.value() == 1);
    CHECK(bench.driver[waiting].answered < 80);
}

TEST_CASE("a bank for each sector needs stores by sectors and the lookup behind the latency") {
    L1CacheParameters parameters = banks();
    parameters.lookup_after_latency = false;
    CHECK_THROWS_WITH(parameters.validate("l1"), Catch::Contains("l1.sector_banks") && Catch::Contains("lookup_after"));
    parameters = banks();
    parameters.sector_stores = false;
    CHECK_THROWS_WITH(parameters.validate("l1"), Catch::Contains("l1.sector_banks"));
    parameters = banks();
    parameters.ports = 2;
    CHECK_THROWS_WITH(parameters.validate("l1"), Catch::Contains("l1.sector_banks"));
}
