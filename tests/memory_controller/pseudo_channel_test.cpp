// When a controller with pseudo-channels issues its commands. Default timing: tRCD 12, tCL 12, tRP 12, tRRD 6, tCCD 2.
#include <catch2/catch.hpp>

#include "heddle/memory_controller/memory_controller.h"
#include "memory_controller/line_driver.h"

using namespace heddle;

namespace {

constexpr std::uint64_t next_row = 2048 * 16;  // of the same bank
// One cycle to the controller, one back. A line on half of the data bus takes four cycles.
constexpr Cycle hops = 2, pipeline = 100, burst = 2;

MemoryControllerParameters with_two_channels() {
    MemoryControllerParameters parameters;
    parameters.timing.pseudo_channels = 2;
    return parameters;
}

struct Bench {
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    LineDriver driver{"driver", clock};
    MemoryController memory;

    explicit Bench(const MemoryControllerParameters& parameters = with_two_channels())
        : memory("memory", clock, parameters) {
        driver.memory_out.bind(memory.request_in);
    }
    void run() {
        sc_core::sc_start();
        REQUIRE(driver.done());
        REQUIRE(memory.idle());
    }
};

}  // namespace

// Two banks of one pseudo-channel activate tRRD apart and share its half of the data bus, on which a line takes twice
// as long; two of different ones follow each other as they come.
TEST_CASE("pseudo-channels activate rows and move data on their own") {
    MemoryControllerParameters parameters = with_two_channels();
    parameters.timing.rrd_cycles = 20;
    Bench bench(parameters);
    const unsigned first = bench.driver.read(10, 0), other = bench.driver.read(10, 2048),
                   same = bench.driver.read(10, 2 * 2048);
    bench.run();
    const Cycle alone = hops + 12 + 12 + 2 * burst + pipeline;
    CHECK(bench.driver.latency(first) == alone);
    CHECK(bench.driver.latency(other) == alone);
    CHECK(bench.driver.latency(same) == alone + 20 - 2);  // it was sent two cycles after the first
    CHECK(bench.memory.bus_busy_cycles.value() == 3 * burst);
}

// Bank 0 gets a column command in 1001 whose data take four cycles, bank 1 of the other pseudo-channel one in 1003
// whose data take two: in 1005 both may get another. The command bus carries one of them, and the other in the next
// cycle.
TEST_CASE("column commands of two pseudo-channels that become possible together follow each other at once") {
    Bench bench;
    bench.driver.read(10, 0);
    bench.driver.read(10, 2048);
    bench.driver.read(1000, 0);
    const unsigned first = bench.driver.read(1001, 0);
    bench.driver.read(1002, 2048, 64);
    const unsigned second = bench.driver.read(1003, 2048);
    bench.run();
    CHECK(bench.driver[first].answered == 1005 + 12 + 2 * burst + pipeline + 1);
    CHECK(bench.driver[second].answered == 1006 + 12 + 2 * burst + pipeline + 1);
}

// Bank 1 is precharged in 1001, for another row, and may be activated in 1013; so may bank 2, tRRD after bank 0.
TEST_CASE("activates of two pseudo-channels that become possible together follow each other at once") {
    Bench bench;
    bench.driver.read(10, 2048);
    const unsigned first = bench.driver.read(1000, next_row + 2048);
    bench.driver.read(1006, 0);
    const unsigned second = bench.driver.read(1007, 2 * 2048);
    bench.run();
    CHECK(bench.driver[first].answered == 1013 + 12 + 12 + 2 * burst + pipeline + 1);
    CHECK(bench.driver[second].answered == 1014 + 12 + 12 + 2 * burst + pipeline + 1);
}
