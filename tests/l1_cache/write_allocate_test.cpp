// Stores that leave their bytes in the cache.
#include <catch2/catch.hpp>

#include "in_child.h"
#include "l1_bench.h"

using namespace heddle;

namespace {

L1CacheParameters write_allocating() {
    L1CacheParameters parameters;
    parameters.size_bytes = 1024;
    parameters.ways = 2;
    parameters.latency_cycles = 5;
    parameters.sectored = true;
    parameters.write_allocate = true;
    return parameters;
}
constexpr std::uint64_t same_set = 512;  // four sets of two ways

}  // namespace

TEST_CASE("a load after a store of whole sectors hits and sees the store's bytes, memory has them too") {
    L1Bench bench(write_allocating());
    bench.driver.write(1, 32, 7, 64);
    const unsigned load = bench.driver.read(50, 64, 4);
    bench.driver.write(60, 32, 8, 32);
    const unsigned again = bench.driver.read(70, 32, 32);
    bench.run();
    CHECK(bench.first_byte(load) == 7);
    CHECK(bench.first_byte(again) == 8);
    CHECK(bench.l1.hits.value() == 2);
    CHECK(bench.l1.store_sectors.value() == 3);
    CHECK(bench.l1.store_sector_hits.value() == 1);
    CHECK(bench.memory.requests.size() == 2);
    CHECK(bench.memory.byte(32) == 8);
    CHECK(bench.memory.byte(64) == 7);
}

TEST_CASE("a store of a part of a sector that is not there leaves nothing, one that is there is updated") {
    L1Bench bench(write_allocating());
    bench.fill_memory(0, 3);
    bench.driver.write(1, 4, 7, 8);
    const unsigned fetched = bench.driver.read(50, 0, 32);
    bench.driver.write(100, 8, 9, 4);
    const unsigned updated = bench.driver.read(150, 0, 32);
    bench.run();
    CHECK(bench.l1.sector_misses.value() == 1);
    CHECK(bench.l1.sector_hits.value() == 1);
    CHECK(bench.driver.data(fetched)[0] == 3);
    CHECK(bench.driver.data(fetched)[4] == 7);
    CHECK(bench.driver.data(fetched)[8] == 7);
    CHECK(bench.driver.data(updated)[4] == 7);
    CHECK(bench.driver.data(updated)[8] == 9);
    CHECK(bench.driver.data(updated)[12] == 3);
}

TEST_CASE("a fill that was read before a store does not overwrite the store's bytes") {
    L1Bench bench(write_allocating());
    bench.fill_memory(0, 3);
    bench.memory.latency = [](unsigned index) { return index == 0 ? 100 : 10; };
    const unsigned before = bench.driver.read(1, 0, 64);
    bench.driver.write(10, 0, 9, 32);
    const unsigned after = bench.driver.read(20, 0, 32);
    const unsigned later = bench.driver.read(200, 0, 64);
    bench.run();
    CHECK(bench.first_byte(before) == 3);
    CHECK(bench.first_byte(after) == 9);
    CHECK(bench.driver[after].answered < 50);
    CHECK(bench.driver.data(later)[0] == 9);
    CHECK(bench.driver.data(later)[32] == 3);
    CHECK(bench.l1.closed_misses.value() == 1);
    CHECK(bench.l1.misses.value() == 1);
}

TEST_CASE("an atomic drops the line, whatever stores have left") {
    L1Bench bench(write_allocating());
    bench.driver.write(1, 0, 0, 128);
    bench.driver.atomic_add(50, 0, 5);
    const unsigned load = bench.driver.read(100, 0, 4);
    bench.run();
    CHECK(bench.first_byte(load) == 5);
    CHECK(bench.l1.write_evicts.value() == 1);
    CHECK(bench.l1.misses.value() == 1);
}

namespace {

void check_spared(unsigned percent, unsigned hits) {
    L1CacheParameters parameters = write_allocating();
    parameters.spared_written_percent = percent;
    L1Bench bench(parameters);
    bench.driver.write(1, 0, 7, 128);  // one of eight lines: 12.5 %
    for (unsigned i = 1; i < 4; ++i) bench.driver.read(50 * i, i * same_set, 32);
    bench.driver.read(300, 0, 32);
    bench.run();
    CHECK(bench.l1.hits.value() == hits);
}

}  // namespace

TEST_CASE("a written line is displaced like any other") {
    check_spared(0, 0);
}
TEST_CASE("a written line is spared while there are few of them") {
    check_spared(20, 1);
}

// Two loads fill a set; a store of four bytes to a third line of it displaces the older, or leaves both.
TEST_CASE("allocate_partial_stores: a store of a part of a sector takes a way for its line") {
    for (const bool allocates : {false, true}) {
        const unsigned hits = in_child([allocates] {
            L1CacheParameters parameters = write_allocating();
            parameters.allocate_partial_stores = allocates;
            L1Bench bench(parameters);
            bench.driver.read(1, 0, 32);
            bench.driver.read(30, same_set, 32);
            bench.driver.write(60, 2 * same_set, 7, 4);
            bench.driver.read(90, same_set, 32);
            bench.driver.read(120, 0, 32);
            bench.run();
            return static_cast<unsigned>(bench.l1.hits.value());
        });
        CHECK(hits == (allocates ? 1 : 2));
    }
}

TEST_CASE("allocate_partial_stores: what was written in part is fetched when it is read") {
    L1CacheParameters parameters = write_allocating();
    parameters.allocate_partial_stores = true;
    L1Bench bench(parameters);
    bench.fill_memory(0, 3);
    bench.driver.write(1, 4, 7, 8);
    const unsigned read = bench.driver.read(50, 0, 32), again = bench.driver.read(100, 0, 32);
    bench.run();
    CHECK(bench.l1.sector_misses.value() == 1);
    CHECK(bench.l1.sector_hits.value() == 1);
    for (const unsigned load : {read, again}) {
        CHECK(bench.driver.data(load)[0] == 3);
        CHECK(bench.driver.data(load)[4] == 7);
        CHECK(bench.driver.data(load)[11] == 7);
        CHECK(bench.driver.data(load)[12] == 3);
    }
}
