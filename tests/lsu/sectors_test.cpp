// The unit in front of an L1 with a bank for each sector of a line: which lines go in one cycle, and in which order.
#include <catch2/catch.hpp>
#include <random>

#include "heddle/l1_cache/l1_cache.h"
#include "heddle/lsu/pool/sectors/sector_lsu.h"
#include "in_child.h"
#include "pool_bench.h"

using namespace heddle;

namespace {

struct SectorBench : PoolBench<SectorLsu> {
    explicit SectorBench(std::size_t l1_queue = 64) : PoolBench({}, l1_queue) {}
    // By request, in the order in which they came: its address, and the cycle counted from the first.
    std::vector<std::pair<std::uint64_t, Cycle>> arrivals() const {
        std::vector<std::pair<std::uint64_t, Cycle>> result;
        for (const auto& request : memory.requests)
            result.emplace_back(request.address, request.taken - memory.requests[0].taken);
        return result;
    }
};

}  // namespace

TEST_CASE("sectors: lines that want different banks go in one cycle, from the highest address down") {
    SectorBench bench;
    const auto address = [](unsigned lane) { return lane * 160; };  // sectors 0, 1, 2, 3, 0 of the lines 0, 1, 2, 3, 5
    const unsigned load = bench.load(1, 0, address, 4, 0b11111);
    bench.run();
    CHECK(bench.arrivals() ==
          std::vector<std::pair<std::uint64_t, Cycle>>{{640, 0}, {480, 0}, {320, 0}, {160, 0}, {0, 1}});
    for (unsigned lane = 0; lane < 5; ++lane)
        CHECK(bench.driver.word(load, lane) == SectorBench::word_at(address(lane)));
    CHECK(bench.lsu.active_cycles.value() == 2);
    CHECK(bench.lsu.line_requests.value() == 5);
}

TEST_CASE("sectors: lines that want one bank go one after the other") {
    SectorBench bench;
    bench.load(
        1, 0, [](unsigned lane) { return lane * 256; }, 4, 0b111);
    bench.run();
    CHECK(bench.arrivals() == std::vector<std::pair<std::uint64_t, Cycle>>{{512, 0}, {256, 1}, {0, 2}});
}

TEST_CASE("sectors: two lines with a sector in common are not sent in one cycle") {
    SectorBench bench;
    bench.load(1, 0, [](unsigned lane) { return 4 + lane * 4; });  // four sectors of one line and the first of the next
    bench.run();
    CHECK(bench.arrivals() == std::vector<std::pair<std::uint64_t, Cycle>>{{128, 0}, {4, 1}});
}

TEST_CASE("sectors: instructions do not share a cycle, whatever banks they want") {
    SectorBench bench;
    bench.load(1, 0, [](unsigned) { return 0; });
    bench.load(1, 1, [](unsigned) { return 160; });
    bench.load(1, 2, [](unsigned) { return 320; });
    bench.run();
    CHECK(bench.arrivals() == std::vector<std::pair<std::uint64_t, Cycle>>{{0, 0}, {160, 1}, {320, 2}});
}

TEST_CASE("sectors: a falling stride and a store go from the highest address down, too") {
    SectorBench bench;
    bench.load(
        1, 0, [](unsigned lane) { return 4096 - lane * 128; }, 4, 0b11);
    bench.access(
        20, 0, AccessKind::store, [](unsigned lane) { return 8192 + lane * 128; }, 4, 0b11);
    bench.run();
    std::vector<std::uint64_t> addresses;
    for (const auto& request : bench.memory.requests) addresses.push_back(request.address);
    CHECK(addresses == std::vector<std::uint64_t>{4096, 3968, 8320, 8192});
}

TEST_CASE("sectors: an L1 that takes one line at a time gets all of them, and the stalls are counted") {
    SectorBench bench(1);
    bench.memory.takes_from = 50;
    const auto address = [](unsigned lane) { return lane * 160; };
    const unsigned load = bench.load(1, 0, address);
    bench.run();
    CHECK(bench.holds(load, address));
    CHECK(bench.memory.requests.size() == 32);
    CHECK(bench.lsu.l1_stall_cycles.value() >= 45);
}

TEST_CASE("sectors: random accesses bring every lane its word") {
    SectorBench bench;
    std::mt19937 random(7);
    std::vector<std::vector<std::uint64_t>> addresses;
    std::vector<unsigned> loads;
    for (unsigned i = 0; i < 200; ++i) {
        const unsigned span = 1u << (5 + random() % 10);
        std::vector<std::uint64_t> lanes(warp_lanes);
        for (auto& address : lanes) address = random() % span / 4 * 4;
        addresses.push_back(lanes);
        loads.push_back(bench.load(1 + random() % 400, i % 8, [lanes](unsigned lane) { return lanes[lane]; }));
    }
    bench.run();
    for (unsigned i = 0; i < loads.size(); ++i)
        CHECK(bench.holds(loads[i], [&](unsigned lane) { return addresses[i][lane]; }));
}

namespace {

// How long a load of eight lines takes that hits, of each line the word at the offset.
Cycle latency_of_hits(const std::vector<unsigned>& offsets) {
    return in_child([&] {
        L1CacheParameters parameters;
        parameters.sectored = parameters.sector_requests = parameters.sector_stores = true;
        parameters.lookup_after_latency = parameters.sector_banks = parameters.separate_hit_answers = true;
        parameters.request_queue_entries = 8;
        ClockDomain clock("clock", period_of_mhz(1000));
        WarpDriver driver("driver", clock, 8);
        SectorLsu lsu("lsu", clock, {});
        L1Cache l1("l1", clock, parameters);
        PlannedMemory memory("memory", clock);
        CheckingBinder binder;
        binder.bind(driver.memory_out, lsu.warp_in);
        binder.bind(lsu.l1_out, l1.core_in);
        binder.bind(l1.memory_out, memory.request_in);
        const auto address = [&](unsigned lane) { return lane * line_bytes + offsets[lane % offsets.size()]; };
        driver.warp(1, AccessKind::load, address, 4, 0xff);
        const unsigned hits = driver.warp(200, AccessKind::load, address, 4, 0xff);
        sc_core::sc_start();
        const bool right = driver.done() && binder.outstanding() == 0 && l1.sector_hits.value() == 8;
        return right ? driver.latency(hits) : never;
    });
}

}  // namespace

// Eight lines take two cycles if four of them find a bank each, and eight if all want the same.
TEST_CASE("sectors: lines that want different banks are looked up, and answered, in one cycle") {
    CHECK(latency_of_hits({0}) == latency_of_hits({0, 32, 64, 96}) + 6);
}
