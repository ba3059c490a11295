// Refreshes of a controller with requests and of one without.
#include <catch2/catch.hpp>

#include "heddle/memory_controller/memory_controller.h"
#include "memory_controller/line_driver.h"

using namespace heddle;

namespace {

constexpr Cycle hops = 2, pipeline = 100, burst = 2, period = 1000, refresh = 80;

struct Bench {
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    LineDriver driver{"driver", clock};
    MemoryController memory;

    explicit Bench(unsigned ahead = 0, unsigned pseudo_channels = 1) : Bench(with_refresh(ahead, pseudo_channels)) {}
    explicit Bench(const MemoryControllerParameters& parameters) : memory("memory", clock, parameters) {
        driver.memory_out.bind(memory.request_in);
    }
    static MemoryControllerParameters with_refresh(unsigned ahead = 0, unsigned pseudo_channels = 1) {
        MemoryControllerParameters parameters;
        parameters.timing.refi_cycles = period;
        parameters.timing.rfc_cycles = refresh;
        parameters.timing.pseudo_channels = pseudo_channels;
        parameters.refresh_ahead_cycles = ahead;
        return parameters;
    }
    void run() {
        sc_core::sc_start();
        REQUIRE(driver.done());
        REQUIRE(memory.idle());
        memory.settle_counters();
    }
};

}  // namespace

TEST_CASE("a request waits for a refresh and finds its row closed") {
    Bench bench;
    bench.driver.read(500, 0);
    bench.driver.read(1010, 128);  // the refresh began in 1000
    bench.run();
    CHECK(bench.driver.latency(0) == hops + 12 + 12 + burst + pipeline);
    CHECK(bench.driver[1].answered == 1000 + refresh + 12 + 12 + burst + pipeline + 1);
    CHECK(bench.memory.refreshes.value() == 1);
    CHECK(bench.memory.row_misses.value() == 2);
    CHECK(bench.memory.precharges.value() == 0);  // none for another row
}

TEST_CASE("a controller whose refreshes come ahead of others' has them earlier by that") {
    Bench bench(400);
    bench.driver.read(610, 0);   // the refresh began in 600
    bench.driver.read(1610, 0);  // and the next in 1600
    bench.run();
    for (unsigned i : {0u, 1u})
        CHECK(bench.driver[i].answered == 600 + i * period + refresh + 12 + 12 + burst + pipeline + 1);
    CHECK(bench.memory.refreshes.value() == 2);
}

// Of two pseudo-channels the first refreshes in 1000 and 2000, the second in 1500. A burst takes twice as long.
TEST_CASE("pseudo-channels refresh one after the other") {
    Bench bench(0, 2);
    bench.driver.read(1010, 2048);  // bank 1, not in refresh
    bench.driver.read(1510, 0);     // bank 0, neither
    bench.driver.read(2010, 4096);  // bank 2, in refresh
    bench.run();
    for (unsigned i : {0u, 1u}) CHECK(bench.driver.latency(i) == hops + 12 + 12 + 2 * burst + pipeline);
    CHECK(bench.driver[2].answered == 2000 + refresh + 12 + 12 + 2 * burst + pipeline + 1);
    CHECK(bench.memory.refreshes.value() == 3);
}

// Of 16 banks bank 0 is refreshed in 1000, bank 1 in 1062.
TEST_CASE("while single banks are refreshed the others serve requests") {
    MemoryControllerParameters parameters = Bench::with_refresh();
    parameters.timing.refresh_single_banks = true;
    Bench bench(parameters);
    bench.driver.read(1010, 0);
    bench.driver.read(1010, 2048);
    bench.run();
    CHECK(bench.driver[0].answered == 1000 + refresh + 12 + 12 + burst + pipeline + 1);
    CHECK(bench.driver[1].answered == 1010 + 1 + hops + 12 + 12 + burst + pipeline);
    CHECK(bench.memory.refreshes.value() == 4);  // up to the end in 1218
}

// The activate of the request is in 991, so the refresh waits for tRAS and tRP, and the request for the refresh.
TEST_CASE("a refresh that comes between activate and column command makes the activate again") {
    Bench bench;
    bench.driver.read(990, 0);
    bench.run();
    CHECK(bench.driver[0].answered == 991 + 28 + 12 + refresh + 12 + 12 + burst + pipeline + 1);
    CHECK(bench.memory.activates.value() == 2);
    CHECK(bench.memory.row_misses.value() == 1);
}

TEST_CASE("an idle controller makes up for the refreshes that it has slept through") {
    Bench bench;
    bench.driver.read(10, 0);
    bench.driver.read(5500, 128);
    bench.run();
    CHECK(bench.memory.refreshes.value() == 5);
    CHECK(bench.driver.latency(1) == hops + 12 + 12 + burst + pipeline);
}

namespace {

// The first activate is made as late before a refresh as can be, and so are all later ones if the time between
// refreshes is too short.
void refresh_as_often_as_allowed(MemoryControllerParameters parameters) {
    DramTiming& timing = parameters.timing;
    timing.refi_cycles = timing.refresh_to_column_cycles(parameters.longest_burst_cycles()) + 1;
    Bench bench(parameters);
    for (unsigned bank = 0; bank < 4; ++bank) bench.driver.read(timing.refi_cycles - 2, bank * 2048);
    sc_core::sc_start(100.0 * timing.refi_cycles * bench.clock.period());
    CHECK(bench.driver.done());
}

}  // namespace

TEST_CASE("with refreshes as frequent as allowed every request is served") {
    refresh_as_often_as_allowed(Bench::with_refresh());
}
TEST_CASE("with refreshes as frequent as allowed every request is served by a DRAM without delays, too") {
    MemoryControllerParameters parameters = Bench::with_refresh();
    DramTiming& timing = parameters.timing;
    for (unsigned* delay : {&timing.ras_cycles, &timing.rcd_cycles, &timing.rp_cycles, &timing.rc_cycles,
                            &timing.rrd_cycles, &timing.wl_cycles, &timing.wr_cycles})
        *delay = 0;
    refresh_as_often_as_allowed(parameters);
}
