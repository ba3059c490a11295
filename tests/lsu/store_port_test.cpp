// WarpPool at both ends of the L1: the port for stores, of which the L1 looks one up in cycles in which it can serve no
// load, and how many loads have their registers written in a cycle.
#include <catch2/catch.hpp>
#include <map>

#include "heddle/base/lsu_messages.h"
#include "heddle/l1_cache/l1_cache.h"
#include "heddle/lsu/pool/warppool/warppool_lsu.h"
#include "kit/checking_binder.h"
#include "l1_cache/planned_memory.h"
#include "lsu/warp_driver.h"
#include "pool_bench.h"

using namespace heddle;

namespace {

L1CacheParameters one_mshr(bool store_port) {
    L1CacheParameters l1;
    l1.mshr_entries = 1;
    l1.request_queue_entries = 2;
    l1.store_port = store_port;
    return l1;
}

WarpPoolParameters with_store_port(bool store_port) {
    WarpPoolParameters pool;
    pool.store_port = store_port;
    return pool;
}

struct LeftUnit : PhaseObserver {
    void phase_seen(Payload& payload, const tlm::tlm_phase& phase, Cycle visible) override {
        if (phase == LEFT_UNIT) seen[&payload] = visible;
    }
    std::map<Payload*, Cycle> seen;
};

// An L1 with one MSHR entry: every second miss waits for the one before.
struct StoreBench {
    explicit StoreBench(bool store_port)
        : clock("clock", period_of_mhz(1000)),
          driver("driver", clock, 64),
          lsu("lsu", clock, LsuParameters{}, with_store_port(store_port)),
          l1("l1", clock, one_mshr(store_port)),
          memory("memory", clock, 8) {
        binder.bind(driver.memory_out, lsu.warp_in);
        for (unsigned port = 0; port < lsu.l1_ports(); ++port) binder.bind(lsu.l1_port(port), l1.bank_in(port));
        binder.bind(l1.memory_out, memory.request_in);
        memory.latency = [](unsigned) { return Cycle{100}; };
        driver.memory_out.observe_phases(left);
    }
    unsigned access(Cycle at, unsigned warp, AccessKind kind, std::uint64_t line) {
        const unsigned index = driver.warp(at, kind, [=](unsigned lane) { return line * 128 + lane * 4; });
        driver[index].warp->access.warp = static_cast<std::uint16_t>(warp);
        return index;
    }
    void run() {
        sc_core::sc_start();
        REQUIRE(driver.done());
        REQUIRE(lsu.idle());
        REQUIRE(l1.idle());
        REQUIRE(binder.outstanding() == 0);
        lsu.settle_counters();
    }
    Cycle left_unit(unsigned index) { return left.seen.at(driver[index].payload); }

    ClockDomain clock;
    WarpDriver driver;
    WarpPoolLsu lsu;
    L1Cache l1;
    PlannedMemory memory;
    CheckingBinder binder;
    LeftUnit left;
};

// The first load takes the MSHR entry, the next two wait in the L1, the fourth in the unit.
std::vector<std::uint64_t> lines_at_memory(StoreBench& bench) {
    for (unsigned warp = 0; warp < 4; ++warp) bench.access(1 + warp, 9 + warp, AccessKind::load, 10 + warp);
    bench.access(6, 20, AccessKind::store, 30);
    bench.run();
    std::vector<std::uint64_t> lines;
    for (const auto& request : bench.memory.requests) lines.push_back(request.address / 128);
    return lines;
}

}  // namespace

TEST_CASE("store port: a store goes while the L1 can take no load") {
    StoreBench bench(true);
    CHECK(lines_at_memory(bench) == std::vector<std::uint64_t>{10, 30, 11, 12, 13});
    CHECK(bench.memory.requests[1].taken < 30);
    CHECK(bench.lsu.pool.stall_store_cycles.value() == 0);
    CHECK(bench.lsu.pool.stores_sent.value() == 1);
}

TEST_CASE("without a store port a store waits until no load does") {
    StoreBench bench(false);
    CHECK(lines_at_memory(bench) == std::vector<std::uint64_t>{10, 11, 12, 13, 30});
    CHECK(bench.lsu.pool.stall_store_cycles.value() > 100);
}

TEST_CASE("store port: loads that the L1 can serve go before a store, one request per cycle") {
    StoreBench bench(true);
    bench.access(1, 0, AccessKind::load, 5);  // brings the line
    for (unsigned i = 0; i < 20; ++i) bench.access(200 + i, i, AccessKind::load, 5);
    const unsigned store = bench.access(200, 40, AccessKind::store, 30);
    bench.run();
    // Merging leaves fewer requests than loads; while one is there for every cycle the store stays behind.
    CHECK(bench.l1.hits.value() + bench.l1.stores.value() == bench.lsu.line_requests.value() - bench.l1.misses.value());
    CHECK(bench.memory.requests.size() == 2);
    CHECK(bench.left_unit(store) > 200);
}

TEST_CASE("store port: an instruction has left the unit when the L1 has looked its last line up, not when it is sent") {
    StoreBench bench(true);
    const unsigned first = bench.access(1, 0, AccessKind::load, 10);
    const unsigned second = bench.access(2, 1, AccessKind::load, 11);
    const unsigned store = bench.access(3, 2, AccessKind::store, 30);
    bench.run();
    CHECK(bench.left_unit(first) < 20);
    CHECK(bench.left_unit(second) > 100);  // it waits in the L1 for the first one's line
    CHECK(bench.left_unit(store) < 20);
}

TEST_CASE("store port: atomics and plain accesses use it, and get their answers") {
    StoreBench bench(true);
    bench.access(1, 0, AccessKind::load, 10);
    bench.access(2, 1, AccessKind::load, 11);
    const unsigned atomic = bench.access(3, 2, AccessKind::atomic, 30);
    bench.run();
    CHECK(bench.driver[atomic].answered < bench.driver[1].answered);
    CHECK(bench.l1.atomics.value() == 1);
}

TEST_CASE("store port and a limit for waiting stores exclude each other") {
    WarpPoolParameters parameters = with_store_port(true);
    parameters.store_wait_limit_cycles = 5;
    CHECK_THROWS_WITH(parameters.validate("lsu.warppool"), Catch::Contains("lsu.warppool.store_wait_limit_cycles"));
    L1CacheParameters l1 = one_mshr(true);
    l1.banks = 2;
    CHECK_THROWS_WITH(l1.validate("l1_cache"), Catch::Contains("l1_cache.banks"));
}

// Two warps load the same eight lines behind a blocked L1: eight requests for sixteen loads, whose responses come one
// after the other. Returns the cycles in which the write-back queue was full: none, if each is written in one cycle.
std::uint64_t full_cycles(WarpPoolParameters parameters, unsigned words_apart) {
    parameters.thread_map_entries = 64;
    PoolBench<WarpPoolLsu> bench({}, 1, parameters);
    bench.memory.takes_from = 80;
    bench.memory.latency = [](unsigned index) { return Cycle{60 - 2 * index}; };  // one is taken every second cycle
    bench.load(1, 40, [](unsigned) { return 0xF000; });
    bench.load(1, 40, [](unsigned) { return 0xF080; });
    for (const unsigned warp : {0U, 3U})
        bench.load(10, warp, [=](unsigned lane) { return lane / 4 * 128 + lane % 4 * 4 * words_apart; });
    bench.run();
    CHECK(bench.lsu.pool.loads_written_back.value() == 2 + 16);
    CHECK(bench.lsu.pool.slots_per_request.counts()[2] == 8);
    for (const unsigned load : {2U, 3U})
        CHECK(bench.holds(load, [=](unsigned lane) { return lane / 4 * 128 + lane % 4 * 4 * words_apart; }));
    return bench.lsu.pool.write_back_full_cycles.value();
}

TEST_CASE("write-back: one load per cycle, so that responses to merged loads queue up") {
    CHECK(full_cycles({}, 1) > 4);
}

TEST_CASE("write-back: two loads per cycle are as many as come") {
    WarpPoolParameters parameters;
    parameters.write_backs_per_cycle = 2;
    CHECK(full_cycles(parameters, 1) == 0);
}

TEST_CASE("write-back: if only loads with a map entry count, ranges are written at once") {
    WarpPoolParameters parameters;
    parameters.write_back_mapped_only = true;
    CHECK(full_cycles(parameters, 1) == 0);
}

TEST_CASE("write-back: if only loads with a map entry count, irregular ones still take a cycle each") {
    WarpPoolParameters parameters;
    parameters.write_back_mapped_only = true;
    CHECK(full_cycles(parameters, 5) > 4);
}
