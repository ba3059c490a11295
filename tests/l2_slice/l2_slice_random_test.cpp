#include <catch2/catch.hpp>
#include <memory>

#include "heddle/l2_slice/l2_slice.h"
#include "heddle/memory_controller/memory_controller.h"
#include "kit/test_scale.h"
#include "l2_slice/random_driver.h"

using namespace heddle;

namespace {

struct Bench {
    ClockDomain clock, memory_clock;
    RandomDriver driver;
    L2Slice l2;
    MemoryController memory;

    Bench(const std::string& name, const RandomDriver::Plan& plan, const L2SliceParameters& l2_parameters,
          const MemoryControllerParameters& memory_parameters, double memory_period_ns = 1.0, bool one_clock = false)
        : clock((name + "_clock").c_str(), sc_core::sc_time(1, sc_core::SC_NS)),
          memory_clock((name + "_memory_clock").c_str(), sc_core::sc_time(memory_period_ns, sc_core::SC_NS)),
          driver((name + "_driver").c_str(), clock, plan),
          l2((name + "_l2").c_str(), clock, l2_parameters),
          memory((name + "_memory").c_str(), one_clock ? clock : memory_clock, memory_parameters) {
        driver.memory_out.bind(l2.request_in);
        l2.memory_out.bind(memory.request_in);
    }
    void check() {
        REQUIRE(driver.done());
        REQUIRE(driver.wrong() == 0);
        REQUIRE(l2.idle());
        REQUIRE(memory.idle());
        REQUIRE(driver.wrong_bytes_at_end() == 0);
        REQUIRE(driver.live_payloads() == 0);
        REQUIRE(l2.live_payloads() == 0);
        REQUIRE(l2.accesses.value() == l2.hits.value() + l2.hits_reserved.value() + l2.misses.value());
        REQUIRE(l2.accesses.value() == l2.reads.value() + l2.writes.value() + l2.atomics.value());
    }
    std::vector<std::uint64_t> statistics() const {
        std::vector<std::uint64_t> values;
        for (const Block* block : {static_cast<const Block*>(&l2), static_cast<const Block*>(&memory)})
            for (const NamedCounter& counter : block->counters()) values.push_back(counter.value());
        return values;
    }
};

// Small enough that lines are displaced all the time and every limit is met.
L2SliceParameters small_l2(bool sectored, bool fetch_on_read = false) {
    L2SliceParameters parameters;
    parameters.size_bytes = 128 * 12;
    parameters.ways = 4;
    parameters.sectored = sectored;
    parameters.fetch_on_read = fetch_on_read;
    parameters.mshr_entries = 6;
    parameters.mshr_merges = 3;
    parameters.latency_cycles = 10;
    parameters.request_queue_entries = 3;
    parameters.miss_queue_entries = 3;
    parameters.fill_queue_entries = 2;
    return parameters;
}

MemoryControllerParameters small_memory() {
    MemoryControllerParameters parameters;
    parameters.queue_entries = 6;
    parameters.pipeline_latency_cycles = 20;
    parameters.row_bytes = 512;
    parameters.banks = 2;
    return parameters;
}

L2SliceParameters with_narrow_ports(L2SliceParameters parameters) {
    parameters.reply_bytes_per_cycle = 32;
    parameters.store_bytes_per_cycle = 16;
    return parameters;
}

L2SliceParameters with_sector_mshrs(L2SliceParameters parameters) {
    parameters.sector_mshrs = true;
    return parameters;
}

void run_random(RandomDriver::Plan plan, const L2SliceParameters& l2, double memory_period_ns) {
    Bench bench("b", plan, l2, small_memory(), memory_period_ns);
    sc_core::sc_start();
    bench.check();
    REQUIRE(bench.l2.writebacks.value() > plan.accesses / 20);
    REQUIRE(bench.l2.hits.value() > plan.accesses / 20);
    REQUIRE(bench.l2.hits_reserved.value() > plan.accesses / 100);
    REQUIRE(bench.l2.fails_no_replaceable_way.value() + bench.l2.fails_mshr_full.value() > 0);
    REQUIRE(bench.l2.fails_mshr_merge_full.value() > 0);
    REQUIRE(bench.l2.fails_miss_queue_full.value() > 0);
    if (plan.untimed_percent) REQUIRE(bench.driver.untimed() > plan.accesses / 50);
}

void run_random(RandomDriver::Plan plan, bool sectored, double memory_period_ns, bool fetch_on_read = false) {
    run_random(plan, small_l2(sectored, fetch_on_read), memory_period_ns);
}

RandomDriver::Plan plan_of(std::uint64_t seed, unsigned accesses) {
    RandomDriver::Plan plan;
    plan.seed = seed;
    plan.accesses = static_cast<unsigned>(scaled(accesses, 20000));
    plan.lines = 40;
    plan.base = 0x7fff00000000;
    return plan;
}

}  // namespace

TEST_CASE("random traffic is byte-exact: lines") {
    run_random(plan_of(1, 300000), false, 1.0);
}
TEST_CASE("random traffic is byte-exact: sectors") {
    run_random(plan_of(2, 300000), true, 1.0);
}
TEST_CASE("random traffic is byte-exact: slow memory clock") {
    run_random(plan_of(3, 100000), false, 1.515);
}
TEST_CASE("random traffic is byte-exact: fast memory clock, sectors") {
    run_random(plan_of(4, 100000), true, 0.71);
}

TEST_CASE("random traffic is byte-exact: sectors that are fetched when they are read") {
    run_random(plan_of(8, 300000), true, 1.0, true);
}

TEST_CASE("random traffic is byte-exact: narrow ports, lines") {
    run_random(plan_of(16, 200000), with_narrow_ports(small_l2(false)), 1.0);
}

TEST_CASE("random traffic is byte-exact: narrow ports, MSHR entries of sectors") {
    run_random(plan_of(17, 200000), with_narrow_ports(with_sector_mshrs(small_l2(true))), 1.3);
}

TEST_CASE("random traffic is byte-exact: atomics that take longer and block the slice") {
    L2SliceParameters parameters = small_l2(true);
    parameters.atomic_latency_cycles = 7;
    parameters.atomic_interval_percent = 340;
    run_random(plan_of(18, 200000), parameters, 1.0);
}

TEST_CASE("random traffic is byte-exact: MSHR entries of sectors") {
    run_random(plan_of(12, 200000), with_sector_mshrs(small_l2(true)), 1.0);
}

TEST_CASE("random traffic is byte-exact: MSHR entries of sectors that are fetched when they are read") {
    run_random(plan_of(13, 200000), with_sector_mshrs(small_l2(true, true)), 1.0);
}

TEST_CASE("random traffic with debug and blocking accesses in between is byte-exact: MSHR entries of sectors") {
    RandomDriver::Plan plan = plan_of(14, 200000);
    plan.untimed_percent = 30;
    plan.pause_percent = 1;
    plan.max_outstanding = 24;
    run_random(plan, with_sector_mshrs(small_l2(true)), 1.3);
}

TEST_CASE(
    "random traffic with debug and blocking accesses is byte-exact: MSHR entries of sectors that are fetched when they "
    "are read") {
    RandomDriver::Plan plan = plan_of(15, 200000);
    plan.untimed_percent = 30;
    plan.pause_percent = 1;
    plan.max_outstanding = 24;
    run_random(plan, with_sector_mshrs(small_l2(true, true)), 1.3);
}

TEST_CASE("random traffic with debug and blocking accesses in between is byte-exact: lines") {
    RandomDriver::Plan plan = plan_of(5, 200000);
    plan.untimed_percent = 30;
    plan.pause_percent = 1;
    plan.max_outstanding = 24;
    run_random(plan, false, 1.0);
}

TEST_CASE("random traffic with debug and blocking accesses in between is byte-exact: sectors") {
    RandomDriver::Plan plan = plan_of(6, 200000);
    plan.untimed_percent = 30;
    plan.pause_percent = 1;
    plan.max_outstanding = 24;
    run_random(plan, true, 1.3);
}

TEST_CASE("random traffic with debug and blocking accesses is byte-exact: lines that are fetched when they are read") {
    RandomDriver::Plan plan = plan_of(9, 200000);
    plan.untimed_percent = 30;
    plan.pause_percent = 1;
    plan.max_outstanding = 24;
    run_random(plan, false, 1.0, true);
}

TEST_CASE(
    "random traffic with debug and blocking accesses is byte-exact: sectors that are fetched when they are read") {
    RandomDriver::Plan plan = plan_of(10, 200000);
    plan.untimed_percent = 30;
    plan.pause_percent = 1;
    plan.max_outstanding = 24;
    run_random(plan, true, 1.3, true);
}

TEST_CASE("random traffic on the default slice with interleaved addresses") {
    RandomDriver::Plan plan = plan_of(7, 200000);
    plan.lines = 20000;
    plan.line_stride = 16;  // one line per chunk of one of eight partitions
    L2SliceParameters l2;
    l2.address_map = {8, 256};
    MemoryControllerParameters memory;
    memory.address_map = {8, 256};
    Bench bench("b", plan, l2, memory);
    sc_core::sc_start();
    bench.check();
    REQUIRE(bench.l2.writebacks.value() > 1000);
}

TEST_CASE("statistics do not depend on the order of evaluation") {
    std::vector<std::unique_ptr<Bench>> benches;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        RandomDriver::Plan plan = plan_of(11, 20000);
        plan.pause_percent = 2;
        benches.push_back(std::make_unique<Bench>("b" + std::to_string(seed), plan, small_l2(true), small_memory(), 1.0,
                                                  seed % 2 == 0));
        benches.back()->clock.set_evaluation_order_seed(seed);
    }
    sc_core::sc_start();
    for (auto& bench : benches) bench->check();
    // Even seeds: one clock domain for all three, shuffled within; odd seeds: memory in a domain of its own.
    for (std::size_t i = 1; i < benches.size(); ++i) REQUIRE(benches[i]->statistics() == benches[0]->statistics());
}

TEST_CASE("random traffic is byte-exact: misses bring pairs of sectors, parts of which were stored") {
    L2SliceParameters parameters = small_l2(true, true);
    parameters.fetch_sectors = 2;
    run_random(plan_of(12, 200000), parameters, 1.0);
}

TEST_CASE("random traffic is byte-exact: misses bring whole lines of sectors") {
    L2SliceParameters parameters = small_l2(true);
    parameters.fetch_sectors = 4;
    run_random(plan_of(13, 200000), parameters, 1.0);
}

TEST_CASE("random traffic is byte-exact: misses bring pairs of sectors, which have an MSHR entry each") {
    L2SliceParameters parameters = with_sector_mshrs(small_l2(true, true));
    parameters.fetch_sectors = 2;
    run_random(plan_of(16, 200000), parameters, 1.3);
}
