#include <catch2/catch.hpp>
#include <sstream>

#include "heddle/base/ticked.h"
#include "heddle/platforms/common/result_table.h"
#include "heddle/platforms/common/statistics.h"
#include "heddle/platforms/common/total_texts.h"
#include "heddle/platforms/common/totals.h"

using namespace heddle;

namespace {

struct FakeController : Ticked {
    using Ticked::Ticked;
    const char* kind() const override { return "memory_controller"; }
    void tick(Cycle) override {}
    Counter reads{*this, "reads", "lines", "read"};
    Counter bus{*this, "bus_busy_cycles", "cycles", "busy"};
};

// gpu.<level>.controller
struct FakeLevel : sc_core::sc_module {
    FakeLevel(sc_core::sc_module_name name, ClockDomain& clock) : sc_module(name), controller("controller", clock) {}
    FakeController controller;
};
struct FakeGpu : sc_core::sc_module {
    FakeGpu(sc_core::sc_module_name name, ClockDomain& clock)
        : sc_module(name), near("near", clock), far("far", clock), alone("alone", clock) {}
    FakeLevel near, far;
    FakeController alone;
};

const BlockFilter controllers{"", "memory_controller"};

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
    CHECK(statistics.sum(later, controllers, "reads") == 13);
    CHECK(statistics.sum(difference, controllers, "reads") == 8);
    CHECK(statistics.sum(difference, {"", "l2_slice"}, "reads") == 0);
    CHECK(statistics.sum(difference, controllers, "writes") == 0);
    // 200 ns are 100 cycles of the slow clock for each of the two controllers.
    CHECK(statistics.available_cycles(difference, controllers) == Approx(200));

    TotalsTable table;
    table.add({{"reads", controllers, "reads"},
               {"busy", controllers, "bus_busy_cycles"},
               {"none", {"", "l2_slice"}, "hits"}});
    table.add({{"absent", {"", "l2_slice"}, "hits", true}, {"optional_reads", controllers, "reads", true}});
    table.add({UtilisationSource{"bus", "busy", controllers}});
    const Totals totals(table, statistics, difference);
    CHECK(totals["cycles"] == 100);
    CHECK(totals["reads"] == 8);
    CHECK(totals["optional_reads"] == 8);
    CHECK(totals["none"] == 0);
    CHECK_FALSE(totals.has("absent"));
    CHECK(totals.utilisation("bus") == Approx(0.25));
    CHECK(totals.ipc() == 0);
    CHECK(totals.ratio("reads", "none") == 0);
    CHECK_THROWS_AS(totals["no_such_total"], std::logic_error);
    CHECK_THROWS_AS(totals.utilisation("no_such"), std::logic_error);
}

TEST_CASE("a cache without accesses has no hit rate in the table of launches") {
    ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    FakeController cache("cache", clock);
    const Statistics statistics;
    TotalsTable table;
    table.add({{"l1_accesses", controllers, "reads"}, {"l1_hits", controllers, "reads"}});
    const auto shown = [&] {
        std::ostringstream out;
        write_kernel_table(out, {{0, "k", 0, Totals(table, statistics, statistics.take(10))}});
        return out.str();
    };
    CHECK_THAT(shown(), !Catch::Contains("%"));
    cache.reads += 2;
    CHECK_THAT(shown(), Catch::Contains("100.0 %"));
}

TEST_CASE("blocks of different levels do not add up") {
    ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    FakeGpu gpu("gpu", clock);
    const Statistics statistics;
    gpu.near.controller.reads += 3;
    gpu.far.controller.reads += 40;
    gpu.alone.reads += 500;
    const Snapshot end = statistics.take(1);
    CHECK(statistics.sum(end, controllers, "reads") == 543);
    CHECK(statistics.sum(end, {"near", ""}, "reads") == 3);
    CHECK(statistics.sum(end, {"far", "memory_controller"}, "reads") == 40);
    CHECK(statistics.sum(end, {"far", "l2_slice"}, "reads") == 0);
    CHECK(statistics.sum(end, {"alone", ""}, "reads") == 500);
    CHECK(statistics.sum(end, {"nea", ""}, "reads") == 0);
    CHECK(largest_counter(controllers, "reads") == 500);
    CHECK(largest_counter({"far", ""}, "reads") == 40);
}

TEST_CASE("several sources of one total add up") {
    ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    FakeController controller("controller", clock);
    controller.reads += 4;
    controller.bus += 5;
    TotalsTable table;
    table.add({{"both", controllers, "reads"}, {"both", controllers, "bus_busy_cycles"}});
    const Statistics statistics;
    CHECK(Totals(table, statistics, statistics.take(0))["both"] == 9);
}

TEST_CASE("a total has the unit and the descriptions of the counters it sums") {
    ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    FakeController controller("controller", clock);
    TotalsTable table;
    table.add({{"reads", controllers, "reads"},
               {"both", controllers, "reads"},
               {"both", controllers, "bus_busy_cycles"},
               {"none", {"", "l2_slice"}, "hits"}});
    table.add({UtilisationSource{"bus", "reads", controllers}});
    const Statistics statistics;
    auto texts = total_texts(table, statistics);
    CHECK(texts["reads"].unit == "lines");
    CHECK(texts["reads"].description == "read");
    CHECK(texts["both"].description == "read, plus busy");
    CHECK(texts["none"].unit.empty());
    CHECK(texts["none"].description == "0: no block of this machine counts it");
    CHECK(texts["bus"].unit == "1");
    const Totals totals(table, statistics, statistics.take(0));
    for (const auto& [name, value] : totals.all()) CHECK_FALSE(texts[name].description.empty());
    for (const char* name : {"cycles", "ipc", "seconds"}) CHECK_FALSE(texts[name].unit.empty());
}

TEST_CASE("figures are derived from single blocks, of whole runs only") {
    ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    FakeController first("first", clock), second("second", clock), third("third", clock);
    TotalsTable table;
    table.add({{"reads", controllers, "reads"}});
    table.add({FigureSource{"camping", "1", "most used over mean",
                            [](const Totals&, const BlockFigures& blocks) {
                                return blocks.imbalance(controllers, {"reads", "bus_busy_cycles"});
                            }},
               FigureSource{"twice", "lines", "reads, twice",
                            [](const Totals& totals, const BlockFigures&) { return 2.0 * totals["reads"]; }}});
    const Statistics statistics;
    const Snapshot begin = statistics.take(0);
    CHECK(Totals(table, statistics, begin).figure("camping") == 0);
    first.reads += 1;
    second.reads += 2;
    second.bus += 3;
    const Totals totals(table, statistics, statistics.take(10));
    CHECK(totals.figure("camping") == Approx(2.5));
    CHECK(totals.figure("twice") == 6);
    CHECK_THROWS_AS(totals.figure("no_such"), std::logic_error);
    CHECK(total_texts(table, statistics).at("camping").description == "most used over mean");
    CHECK(Totals(table, statistics, Statistics::difference(statistics.take(10), begin)).figures().empty());
}

TEST_CASE("every machine has the totals of instructions and issue slots") {
    ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    const Statistics statistics;
    const Totals totals(TotalsTable{}, statistics, statistics.take(0));
    for (const char* name :
         {"cycles", "warp_instructions", "thread_instructions", "ctas", "issue_cycles", "idle_cycles"})
        CHECK_NOTHROW(totals[name]);
}
