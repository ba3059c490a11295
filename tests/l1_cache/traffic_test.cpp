// Random traffic against a byte-exact reference, and the proof that evaluation order does not matter.
#include <catch2/catch.hpp>
#include <memory>

#include "heddle/l1_cache/l1_cache.h"
#include "kit/checking_binder.h"
#include "kit/simple_memory.h"
#include "kit/test_scale.h"
#include "kit/traffic_generator.h"

using namespace heddle;

namespace {

struct TrafficBench : sc_core::sc_module {
    TrafficBench(sc_core::sc_module_name name, const TrafficParameters& traffic, const L1CacheParameters& l1_parameters,
                 std::uint64_t order)
        : sc_module(name),
          clock("clock", period_of_mhz(1400)),
          generator("generator", clock, traffic),
          l1("l1", clock, l1_parameters),
          memory("memory", clock, stalling()) {
        clock.set_evaluation_order_seed(order);
        binder.bind(generator.memory_out, l1.core_in);
        binder.bind(l1.memory_out, memory.request_in);
    }
    static SimpleMemoryParameters stalling() {
        SimpleMemoryParameters parameters;
        parameters.stall_percent = 10;
        return parameters;
    }
    void check() {
        CHECK(generator.done());
        CHECK(generator.first_error() == "");
        CHECK(generator.check_by_debug() == "");
        CHECK(binder.outstanding() == 0);
        CHECK(generator.live_payloads() == 0);
        CHECK(l1.idle());
    }
    std::string statistics() const {
        std::string text;
        for (const NamedCounter& counter : l1.counters())
            text += std::string(counter.name()) + " " + std::to_string(counter.value()) + "\n";
        return text;
    }
    ClockDomain clock;
    TrafficGenerator generator;
    L1Cache l1;
    SimpleMemory memory;
    CheckingBinder binder;
};

// A small cache under a footprint a few times its size: every outcome occurs often.
L1CacheParameters small() {
    L1CacheParameters parameters;
    parameters.size_bytes = 3 * 4 * 128;  // three sets
    parameters.mshr_entries = 6;
    parameters.mshr_merges = 3;
    parameters.latency_cycles = 9;
    parameters.miss_queue_entries = 2;
    return parameters;
}

}  // namespace

TEST_CASE("300000 random accesses through a small L1 return the right bytes") {
    TrafficParameters traffic;
    traffic.write_percent = 20;  // the rest are atomics
    traffic.transactions = scaled(300000, 30000);
    traffic.footprint_bytes = 6144;
    TrafficBench bench("bench", traffic, small(), 0);
    sc_core::sc_start();
    bench.check();
    for (const Counter* counter :
         {&bench.l1.hits, &bench.l1.hits_reserved, &bench.l1.misses, &bench.l1.closed_misses, &bench.l1.write_evicts,
          &bench.l1.atomics, &bench.l1.evictions, &bench.l1.fails_miss_queue, &bench.l1.fails_mshr_full}) {
        INFO(bench.l1.name_of(*counter));
        CHECK(counter->value() > scaled(10, 0));
    }
    CHECK(bench.l1.accesses.value() ==
          bench.l1.hits.value() + bench.l1.hits_reserved.value() + bench.l1.misses.value());
    CHECK(bench.l1.fills.value() == bench.l1.misses.value());
}

TEST_CASE("100000 random accesses through the default L1 with two ports return the right bytes") {
    TrafficParameters traffic;
    traffic.write_percent = 20;  // the rest are atomics
    traffic.transactions = scaled(100000, 15000);
    traffic.footprint_bytes = 65536;
    traffic.outstanding = 200;
    traffic.idle_percent = 0;
    L1CacheParameters parameters;
    parameters.ports = 2;
    TrafficBench bench("bench", traffic, parameters, 0);
    sc_core::sc_start();
    bench.check();
    CHECK(bench.l1.hits.value() > 1000);
}

namespace {

void check_variant(bool sectored, bool allocate_on_fill, bool write_allocate, bool by_sectors = false,
                   bool sector_banks = false) {
    TrafficParameters traffic;
    traffic.write_percent = 20;
    traffic.transactions = scaled(60000, 15000);
    traffic.footprint_bytes = 6144;
    L1CacheParameters parameters = small();
    parameters.sectored = sectored;
    parameters.allocate_on_fill = allocate_on_fill;
    parameters.write_allocate = write_allocate;
    parameters.spared_written_percent = write_allocate ? 30 : 0;
    parameters.sector_requests = parameters.sector_stores = by_sectors;
    if (by_sectors) parameters.miss_queue_entries = 5;
    parameters.sector_banks = parameters.lookup_after_latency = sector_banks;
    TrafficBench bench("bench", traffic, parameters, 0);
    sc_core::sc_start();
    bench.check();
    const L1Cache& l1 = bench.l1;
    for (const Counter* counter : {&l1.hits, &l1.hits_reserved, &l1.misses, &l1.closed_misses, &l1.evictions}) {
        INFO(l1.name_of(*counter));
        CHECK(counter->value() > 10);
    }
    CHECK(l1.accesses.value() == l1.hits.value() + l1.hits_reserved.value() + l1.misses.value());
    CHECK(l1.sector_accesses.value() ==
          l1.sector_hits.value() + l1.sector_hits_reserved.value() + l1.sector_misses.value());
}

}  // namespace

TEST_CASE("random accesses through a sectored L1 return the right bytes") {
    check_variant(true, false, false);
}
TEST_CASE("random accesses through a sectored L1 that allocates on fill return the right bytes") {
    check_variant(true, true, false);
}
TEST_CASE("random accesses through a sectored L1 that keeps stores return the right bytes") {
    check_variant(true, false, true);
}
TEST_CASE("random accesses through a sectored L1 with allocation on fill that keeps stores return the right bytes") {
    check_variant(true, true, true);
}
TEST_CASE("random accesses through an L1 with a bank for each sector return the right bytes") {
    check_variant(true, false, false, true, true);
}
TEST_CASE("random accesses through an L1 with a bank for each sector that keeps stores return the right bytes") {
    check_variant(true, false, true, true, true);
}
TEST_CASE("random accesses through an L1 with a bank for each sector and allocation on fill return the right bytes") {
    check_variant(true, true, true, true, true);
}
TEST_CASE("random accesses through a sectored L1 whose loads and stores go by sectors return the right bytes") {
    check_variant(true, false, true, true);
}
TEST_CASE("random accesses through an L1 of lines that keeps stores return the right bytes") {
    check_variant(false, false, true);
}
TEST_CASE("random accesses through an L1 of lines that allocates on fill return the right bytes") {
    check_variant(false, true, false);
}

TEST_CASE("statistics do not depend on the order in which modules are evaluated") {
    TrafficParameters traffic;
    traffic.write_percent = 20;
    traffic.footprint_bytes = 4096;
    std::vector<std::unique_ptr<TrafficBench>> benches;
    for (std::uint64_t order = 0; order < 8; ++order)
        benches.push_back(
            std::make_unique<TrafficBench>(("order_" + std::to_string(order)).c_str(), traffic, small(), order));
    sc_core::sc_start();
    for (const auto& bench : benches) {
        bench->check();
        CHECK(bench->statistics() == benches[0]->statistics());
    }
}
