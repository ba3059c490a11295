// The unit in front of a banked L1: one line per bank and cycle.
#include <catch2/catch.hpp>

#include "heddle/lsu/pool/banked/banked_lsu.h"
#include "kit/checking_binder.h"
#include "l1_cache/planned_memory.h"
#include "lsu/warp_driver.h"

using namespace heddle;

namespace {

struct BankedBench {
    explicit BankedBench(unsigned banks)
        : clock("clock", period_of_mhz(1000)),
          driver("driver", clock, 8),
          lsu("lsu", clock, {}, BankedParameters{banks}, SetIndex(64)) {
        binder.bind(driver.memory_out, lsu.warp_in);
        for (unsigned bank = 0; bank < banks; ++bank) {
            memories.push_back(std::make_unique<PlannedMemory>(("memory_" + std::to_string(bank)).c_str(), clock, 64));
            binder.bind(lsu.l1_port(bank), memories.back()->request_in);
        }
    }
    void run() {
        sc_core::sc_start();
        REQUIRE(driver.done());
        REQUIRE(lsu.idle());
        REQUIRE(binder.outstanding() == 0);
        lsu.settle_counters();
    }
    ClockDomain clock;
    WarpDriver driver;
    BankedLsu lsu;
    std::vector<std::unique_ptr<PlannedMemory>> memories;
    CheckingBinder binder;
};

}  // namespace

TEST_CASE("banked: eight lines of eight banks go in one cycle, 32 in four") {
    BankedBench bench(8);
    const unsigned load = bench.driver.warp(1, AccessKind::load, [](unsigned lane) { return lane * 128; });
    bench.run();
    for (const auto& memory : bench.memories) {
        REQUIRE(memory->requests.size() == 4);
        CHECK(memory->requests[0].taken == 3);
        CHECK(memory->requests[3].taken == 6);
    }
    CHECK(bench.driver.latency(load) == 14 + 3);
    CHECK(bench.lsu.active_cycles.value() == 4);
    CHECK(bench.lsu.line_requests.value() == 32);
    CHECK(bench.lsu.bank_conflict_cycles.value() == 8 * (3 + 2 + 1));
}

TEST_CASE("banked: lines of one bank go one by one and in order") {
    BankedBench bench(8);
    bench.driver.warp(1, AccessKind::load, [](unsigned lane) { return lane * 1024; });
    bench.run();
    REQUIRE(bench.memories[0]->requests.size() == 32);
    for (unsigned i = 0; i < 32; ++i) CHECK(bench.memories[0]->requests[i].address == i * 1024);
    CHECK(bench.lsu.active_cycles.value() == 32);
}

TEST_CASE("banked: a bank that takes nothing holds back its own lines and the next instruction") {
    BankedBench bench(2);
    bench.memories[1]->takes_from = 100;
    bench.driver.warp(1, AccessKind::load, [](unsigned lane) { return lane * 128; });
    const unsigned next = bench.driver.warp(2, AccessKind::load, [](unsigned) { return 0; });
    bench.run();
    CHECK(bench.memories[0]->requests.size() == 17);
    CHECK(bench.memories[0]->requests[15].taken == 18);
    CHECK(bench.driver[next].answered > bench.memories[0]->requests[15].taken);
}

TEST_CASE("banked: what one instruction stores the next loads, plain accesses and atomics too") {
    BankedBench bench(8);
    const auto scattered = [](unsigned lane) { return 0x1000 + lane * 132; };
    const unsigned store = bench.driver.warp(1, AccessKind::store, scattered);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) bench.driver.set_word(store, lane, 1000 + lane);
    const unsigned add = bench.driver.warp(1, AccessKind::atomic, [](unsigned) { return 0x1000; });
    for (unsigned lane = 0; lane < warp_lanes; ++lane) bench.driver.set_word(add, lane, 1);
    const unsigned load = bench.driver.warp(1, AccessKind::load, scattered);
    bench.driver.plain(1, tlm::TLM_WRITE_COMMAND, 0x4050, std::vector<std::uint8_t>(300, 0x5A));
    const unsigned read = bench.driver.plain(1, tlm::TLM_READ_COMMAND, 0x4000, std::vector<std::uint8_t>(512));
    bench.run();
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        CHECK(bench.driver.word(add, lane) == 1000 + lane);
        CHECK(bench.driver.word(load, lane) == 1000 + lane + (lane == 0 ? 32 : 0));
    }
    for (unsigned i = 0; i < 300; ++i) REQUIRE(bench.driver[read].payload->get_data_ptr()[0x50 + i] == 0x5A);
}
