#include <catch2/catch.hpp>

#include "base/ticked.h"
#include "common/statistics.h"
#include "common/totals.h"

using namespace heddle;

namespace {

struct FakeController : Ticked {
    using Ticked::Ticked;
    const char* kind() const override { return "memory_controller"; }
    void tick(Cycle) override {}
    Counter reads{*this, "reads", "lines", "read"};
    Counter bus{*this, "bus_busy_cycles", "cycles", "busy"};
};

}  // namespace

TEST_CASE("snapshots differ by what was counted between them") {
    ClockDomain slow("slow", sc_core::sc_time(2, sc_core::SC_NS));
    FakeController first("first", slow), second("second", slow);
    const Statistics statistics;
    first.reads += 5;
    const Snapshot before = statistics.take(10);
    first.reads += 7;
    second.reads += 1;
    second.bus += 50;
    Snapshot later = statistics.take(110);
    later.time = before.time + sc_core::sc_time(200, sc_core::SC_NS);
    const Snapshot difference = Statistics::difference(later, before);
    CHECK(difference.cycle == 100);
    CHECK(statistics.sum(later, "memory_controller", "reads") == 13);
    CHECK(statistics.sum(difference, "memory_controller", "reads") == 8);
    CHECK(statistics.sum(difference, "l2_slice", "reads") == 0);
    CHECK(statistics.sum(difference, "memory_controller", "writes") == 0);
    // 200 ns are 100 cycles of the slow clock for each of the two controllers.
    CHECK(statistics.available_cycles(difference, "memory_controller") == Approx(200));

    const Totals totals(statistics, difference);
    CHECK(totals["cycles"] == 100);
    CHECK(totals["dram_reads"] == 8);
    CHECK(totals["l1_accesses"] == 0);
    CHECK(totals.dram_utilisation() == Approx(0.25));
    CHECK(totals.ipc() == 0);
    CHECK(totals.ratio("l1_hits", "l1_accesses") == 0);
    CHECK_THROWS_AS(totals["no_such_total"], std::logic_error);
}

TEST_CASE("every total the statistics file promises exists") {
    ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    const Statistics statistics;
    const Totals totals(statistics, statistics.take(0));
    for (const char* name : {"cycles", "warp_instructions", "thread_instructions", "ctas", "l1_accesses", "l1_hits",
                             "l1_hit_reserved", "l1_misses", "noc_read_requests", "noc_flits", "l2_accesses",
                             "l2_misses", "dram_reads", "dram_writes", "dram_row_hits", "dram_row_misses"})
        CHECK_NOTHROW(totals[name]);
}
