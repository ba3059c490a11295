// The MRPB unit: reordering by warp, and the stores that wait for it.
#include <catch2/catch.hpp>

#include "heddle/lsu/pool/mrpb/mrpb_lsu.h"
#include "pool_bench.h"

using namespace heddle;

namespace {

using Bench = PoolBench<MrpbLsu>;

const auto line_of_warp = [](unsigned warp) { return [=](unsigned lane) { return 0x1000 + warp * 128 + lane * 4; }; };
void block_l1(Bench& bench, Cycle until) {
    bench.memory.takes_from = until;
    bench.load(1, 40, [](unsigned) { return 0xF000; });
    bench.load(1, 40, [](unsigned) { return 0xF080; });
}
std::vector<unsigned> warps_of(const Bench& bench) {
    std::vector<unsigned> warps;
    for (std::size_t i = 2; i < bench.memory.requests.size(); ++i) warps.push_back(bench.memory.requests[i].warp);
    return warps;
}

}  // namespace

TEST_CASE("mrpb: a load takes one cycle more than without queues") {
    Bench bench({}, 64, MrpbParameters{});
    const unsigned load = bench.load(1, 0, line_of_warp(0));
    bench.run();
    CHECK(bench.driver.latency(load) == 15);
    CHECK(bench.holds(load, line_of_warp(0)));
    CHECK(bench.lsu.queue_occupancy_cycles.value() == 1);
}

TEST_CASE("mrpb: behind a blocked L1 the lowest warp goes first") {
    Bench bench({}, 1, MrpbParameters{});
    block_l1(bench, 60);
    for (unsigned warp : {7, 3, 12, 3, 0}) bench.load(10, warp, line_of_warp(warp));
    bench.run();
    CHECK(warps_of(bench) == std::vector<unsigned>{0, 3, 3, 7, 12});
    CHECK(bench.lsu.max_queued.value() == 5);
}

TEST_CASE("mrpb: a full queue stalls the coalescer") {
    Bench bench({}, 1, MrpbParameters{});
    block_l1(bench, 100);
    bench.load(10, 5, [](unsigned lane) { return lane * 128; });
    bench.load(10, 1, line_of_warp(1));
    bench.run();
    CHECK(bench.lsu.queue_full_cycles.value() > 60);
    CHECK(bench.lsu.max_queued.value() == 9);  // eight of warp 5; warp 1 comes when the last of warp 5 is queued
}

TEST_CASE("mrpb: with flush = own a store waits for its own warp's loads, not for others") {
    MrpbParameters parameters;
    parameters.flush = "own";
    Bench bench({}, 1, parameters);
    block_l1(bench, 60);
    bench.load(10, 9, line_of_warp(9));
    bench.load(10, 4, line_of_warp(4));
    bench.access(10, 4, AccessKind::store, line_of_warp(20));
    bench.run();
    CHECK(warps_of(bench) == std::vector<unsigned>{4, 4, 9});
    CHECK(bench.memory.requests[3].kind == AccessKind::store);
    CHECK(bench.lsu.flushes.value() == 1);
    CHECK(bench.lsu.flush_cycles.value() > 30);
}

TEST_CASE("mrpb: a store waits until the queues of all warps are empty") {
    Bench bench({}, 1, MrpbParameters{});
    block_l1(bench, 60);
    bench.load(10, 9, line_of_warp(9));
    bench.load(10, 4, line_of_warp(4));
    bench.access(10, 4, AccessKind::store, line_of_warp(20));
    bench.run();
    CHECK(warps_of(bench) == std::vector<unsigned>{4, 9, 4});
}

TEST_CASE("mrpb: plain accesses keep their order") {
    Bench bench({}, 64, MrpbParameters{});
    bench.driver.plain(1, tlm::TLM_WRITE_COMMAND, 0x2050, std::vector<std::uint8_t>(300, 0x5A));
    const unsigned read = bench.driver.plain(1, tlm::TLM_READ_COMMAND, 0x2000, std::vector<std::uint8_t>(512));
    bench.run();
    for (unsigned i = 0; i < 300; ++i) REQUIRE(bench.driver[read].payload->get_data_ptr()[0x50 + i] == 0x5A);
}
