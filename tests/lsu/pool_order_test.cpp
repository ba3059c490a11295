// Random traffic through the pools: what the loads bring, and that evaluation order does not matter.
#include <catch2/catch.hpp>
#include <random>

#include "kit/checking_binder.h"
#include "kit/test_scale.h"
#include "l1_cache/planned_memory.h"
#include "lsu/any_lsu.h"
#include "lsu/warp_driver.h"

using namespace heddle;

namespace {

struct OrderBench : sc_core::sc_module {
    OrderBench(sc_core::sc_module_name name, const LsuPoolParameters& pool, std::uint64_t order)
        : sc_module(name),
          clock("clock", period_of_mhz(1000)),
          driver("driver", clock, 2),
          lsu(make_lsu("lsu", clock, {}, pool, SetIndex(64))) {
        clock.set_evaluation_order_seed(order);
        binder.bind(driver.memory_out, lsu->warp_in);
        for (unsigned port = 0; port < lsu->l1_ports(); ++port) {
            memories.push_back(std::make_unique<PlannedMemory>(("memory_" + std::to_string(port)).c_str(), clock, 1));
            memories.back()->latency = [](unsigned index) { return 1 + index * 7919 % 97; };
            binder.bind(lsu->l1_port(port), memories.back()->request_in);
        }
    }
    // Called after elaboration, because no module may be scheduled before the order is shuffled. Loads access few
    // lines, many the same; stores go elsewhere, so that no load depends on one.
    void add_traffic() {
        std::mt19937 random(3);
        for (unsigned i = 0; i < scaled(1500, 100); ++i) {
            const unsigned kind = random() % 8, shape = random() % 4, base = random() % 64 * 128;
            const bool load = kind < 6;
            const auto address = [&](unsigned lane) -> std::uint64_t {
                const std::uint64_t word = shape == 0 ? lane : shape == 1 ? 3 : shape == 2 ? lane * 32 : random() % 256;
                return (load ? 0 : 0x100000) + base + word * 4;
            };
            const unsigned index = driver.warp(1 + i, load ? AccessKind::load : AccessKind::store, address, 4,
                                               random() % 2 ? all_lanes : static_cast<LaneMask>(random()));
            driver[index].warp->access.warp = static_cast<std::uint16_t>(random() % 48);
        }
    }
    std::string outcome() {
        lsu->settle_counters();
        std::string text;
        for (unsigned i = 0; i < driver.size(); ++i) text += std::to_string(driver[i].answered) + " ";
        for (const NamedCounter& counter : lsu->counters())
            text += std::string(counter.name()) + " " + std::to_string(counter.value()) + "\n";
        for (const Histogram* histogram : lsu->histograms())
            for (std::uint64_t count : histogram->counts()) text += std::to_string(count) + " ";
        return text;
    }
    ClockDomain clock;
    WarpDriver driver;
    std::unique_ptr<LsuBase> lsu;
    std::vector<std::unique_ptr<PlannedMemory>> memories;
    CheckingBinder binder;
};

void check_orders(const char* name) {
    LsuPoolParameters pool;
    pool.pool = name;
    pool.l1_banks = 4;
    pool.warppool.quantum_cycles = 300;
    pool.warppool.toggle_percent = 0;
    std::vector<std::unique_ptr<OrderBench>> benches;
    for (unsigned order = 0; order < 4; ++order)
        benches.push_back(std::make_unique<OrderBench>(("bench_" + std::to_string(order)).c_str(), pool, order));
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    for (auto& bench : benches) bench->add_traffic();
    sc_core::sc_start();
    for (auto& bench : benches) {
        REQUIRE(bench->driver.done());
        REQUIRE(bench->lsu->idle());
        CHECK(bench->binder.outstanding() == 0);
        CHECK(bench->outcome() == benches[0]->outcome());
    }
}

}  // namespace

TEST_CASE("the order of evaluation changes nothing: warppool") {
    check_orders("warppool");
}
TEST_CASE("the order of evaluation changes nothing: mrpb") {
    check_orders("mrpb");
}
TEST_CASE("the order of evaluation changes nothing: banked") {
    check_orders("banked");
}
TEST_CASE("the order of evaluation changes nothing: sectors") {
    check_orders("sectors");
}
TEST_CASE("counters asked for in every cycle end as if asked for once") {
    LsuPoolParameters pool;
    pool.pool = "warppool";
    OrderBench asked("asked", pool, 0), left_alone("left_alone", pool, 0);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    asked.add_traffic();
    left_alone.add_traffic();
    while (sc_core::sc_pending_activity()) {
        sc_core::sc_start(1, sc_core::SC_NS);
        asked.lsu->settle_counters();
    }
    CHECK(asked.outcome() == left_alone.outcome());
}
