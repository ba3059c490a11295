// When rows are closed, by page policy.
#include "heddle/memory_controller/page_policy.h"

#include <catch2/catch.hpp>

#include "heddle/memory_controller/memory_controller.h"
#include "memory_controller/line_driver.h"

using namespace heddle;

namespace {

// Default timing and geometry: tRCD, tCL and tRP 12, tRAS 28, tRC 40, tWL 4, tWR 12, tCCD 2.
constexpr std::uint64_t next_row = 2048 * 16;  // same bank
constexpr Cycle hops = 2, pipeline = 100, burst = 2;
constexpr Cycle closed_bank = hops + 12 + 12 + burst + pipeline, other_row_open = closed_bank + 12;

MemoryControllerParameters with_policy(const char* policy) {
    MemoryControllerParameters parameters;
    parameters.page_policy = policy;
    return parameters;
}

struct Bench {
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    LineDriver driver{"driver", clock};
    MemoryController memory;

    explicit Bench(const char* policy) : memory("memory", clock, with_policy(policy)) {
        driver.memory_out.bind(memory.request_in);
    }
    void run() {
        sc_core::sc_start();
        REQUIRE(driver.done());
        REQUIRE(memory.idle());
    }
};

void every_read_finds_its_bank_closed(const char* policy) {
    Bench bench(policy);
    bench.driver.read(10, 0);
    bench.driver.read(1000, 128);
    bench.driver.read(2000, next_row);
    bench.run();
    for (unsigned i : {0u, 1u, 2u}) CHECK(bench.driver.latency(i) == closed_bank);
    CHECK(bench.memory.row_hits.value() == 0);
    CHECK(bench.memory.activates.value() == 3);
    CHECK(bench.memory.precharges.value() == 3);
}

}  // namespace

TEST_CASE("a column command closes its row always, if nobody else hits it, or never") {
    STATIC_REQUIRE_FALSE(closes_row(PagePolicy::open, false));
    STATIC_REQUIRE_FALSE(closes_row(PagePolicy::open, true));
    STATIC_REQUIRE(closes_row(PagePolicy::closed, false));
    STATIC_REQUIRE(closes_row(PagePolicy::closed, true));
    STATIC_REQUIRE(closes_row(PagePolicy::closed_adaptive, false));
    STATIC_REQUIRE_FALSE(closes_row(PagePolicy::closed_adaptive, true));
}

TEST_CASE("page policies have the names of their parameter") {
    CHECK(page_policy_of("open") == PagePolicy::open);
    CHECK(page_policy_of("closed") == PagePolicy::closed);
    CHECK(page_policy_of("closed_adaptive") == PagePolicy::closed_adaptive);
}

TEST_CASE("an auto-precharge waits for tRAS, tRTP and tWR and is done after tRP") {
    DramBanks banks(3, DramTiming{});
    banks.activate(0, 7, 100);
    banks.column(0, false, 2, 112);
    banks.auto_precharge(0);
    CHECK(banks.open_row(0) == DramBanks::no_row);
    CHECK(banks.earliest_row_command(0) == 100 + 28 + 12);  // tRAS
    banks.activate(1, 7, 200);
    banks.column(1, false, 2, 250);
    banks.auto_precharge(1);
    CHECK(banks.earliest_row_command(1) == 250 + 2 + 12);  // tRTP
    banks.activate(2, 7, 300);
    banks.column(2, true, 2, 312);
    banks.auto_precharge(2);
    CHECK(banks.earliest_row_command(2) == 312 + 4 + 2 + 12 + 12);  // tWL, data, tWR
}

TEST_CASE("page policy closed: a read finds its bank closed, whatever was read before") {
    every_read_finds_its_bank_closed("closed");
}
TEST_CASE("page policy closed_adaptive: a read finds its bank closed, whatever was read before") {
    every_read_finds_its_bank_closed("closed_adaptive");
}
TEST_CASE("page policy open: a read of another row waits for the precharge") {
    Bench bench("open");
    bench.driver.read(10, 0);
    bench.driver.read(1000, next_row);
    bench.run();
    CHECK(bench.driver.latency(1) == other_row_open);
}

TEST_CASE("page policy closed: each of several waiting requests to a row opens it anew, tRC apart") {
    Bench bench("closed");
    for (unsigned i = 0; i < 4; ++i) bench.driver.read(10, i * 128);
    bench.run();
    for (unsigned i = 1; i < 4; ++i) CHECK(bench.driver[i].answered - bench.driver[i - 1].answered == 40);
    CHECK(bench.memory.activates.value() == 4);
    CHECK(bench.memory.precharges.value() == 4);
}
TEST_CASE("page policy closed_adaptive: waiting requests to a row are served before it closes") {
    Bench bench("closed_adaptive");
    for (unsigned i = 0; i < 4; ++i) bench.driver.read(10, i * 128);
    bench.driver.read(10, next_row);
    bench.run();
    for (unsigned i = 1; i < 4; ++i) CHECK(bench.driver[i].answered - bench.driver[i - 1].answered == 2);
    // Activate 11, reads 23 to 29, precharge 39, activate 51, read 63, data end 77.
    CHECK(bench.driver[4].answered == 77 + pipeline + 1);
    CHECK(bench.memory.row_hits.value() == 3);
    CHECK(bench.memory.activates.value() == 2);
    CHECK(bench.memory.precharges.value() == 2);
}
