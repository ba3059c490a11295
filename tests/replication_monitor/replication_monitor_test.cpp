// The monitor by its analysis export alone: counts, samples, and that the order of reports does not matter.
#include "heddle/replication_monitor/replication_monitor.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "heddle/base/error.h"
#include "kit/test_scale.h"
#include "module_readme.h"

using namespace heddle;
using namespace heddle::testing;
using Kind = LineEvent::Kind;

namespace {

struct Bench {
    explicit Bench(unsigned caches, unsigned sample_cycles = 100, const char* name = "monitor")
        : monitor(name, clock, ReplicationMonitorParameters{caches, sample_cycles}) {}
    void report(Kind kind, unsigned cache, std::uint64_t line, Cycle cycle) {
        monitor.line_events_in->write({kind, cache, line, cycle});
    }
    std::string figures() const {
        std::string text;
        for (const NamedCounter& counter : monitor.counters())
            text += std::string(counter.name()) + " " + std::to_string(counter.value()) + "\n";
        for (const Histogram* histogram : monitor.histograms())
            for (const std::uint64_t count : histogram->counts()) text += std::to_string(count) + " ";
        return text;
    }
    ClockDomain clock{"clock", period_of_mhz(1000)};
    ReplicationMonitor monitor;
};

}  // namespace

TEST_CASE("monitor: a miss is replicated if another cache held the line before its cycle") {
    Bench bench(3);
    bench.report(Kind::missed, 0, 7, 1);
    bench.report(Kind::installed, 0, 7, 10);
    bench.report(Kind::missed, 1, 7, 10);  // only on its way when the cycle began
    CHECK(bench.monitor.replicated_misses.value() == 0);
    bench.report(Kind::missed, 2, 7, 11);
    bench.report(Kind::missed, 0, 7, 11);  // its own copy, which it may have dropped in this cycle
    bench.report(Kind::dropped, 0, 7, 20);
    bench.report(Kind::missed, 1, 7, 20);
    bench.report(Kind::missed, 1, 7, 21);
    CHECK(bench.monitor.misses.value() == 6);
    CHECK(bench.monitor.replicated_misses.value() == 2);
}

TEST_CASE("monitor: the start of a kernel drops all copies") {
    Bench bench(2);
    for (std::uint64_t line = 0; line < 50; ++line)
        for (unsigned cache = 0; cache < 2; ++cache) bench.report(Kind::installed, cache, line, 5);
    bench.report(Kind::dropped_all, 1, 0, 9);
    bench.report(Kind::dropped_all, 0, 0, 9);
    bench.report(Kind::missed, 0, 3, 9);
    bench.report(Kind::missed, 0, 3, 10);
    CHECK(bench.monitor.replicated_misses.value() == 1);
    CHECK(bench.monitor.max_copies.value() == 2);
    CHECK(bench.monitor.directory().copies() == 0);
}

TEST_CASE("monitor: samples see what was held when their cycle began") {
    Bench bench(4, 100);
    bench.report(Kind::installed, 0, 1, 50);
    bench.report(Kind::installed, 1, 1, 99);
    bench.report(Kind::installed, 2, 1, 100);  // not seen by the sample of cycle 100
    bench.report(Kind::installed, 0, 2, 150);
    bench.report(Kind::missed, 3, 9, 399);
    CHECK(bench.monitor.samples.value() == 3);
    CHECK(bench.monitor.sampled_lines.value() == 1 + 2 + 2);
    CHECK(bench.monitor.sampled_copies.value() == 2 + 4 + 4);
    CHECK(bench.monitor.max_copies.value() == 3);
    CHECK(bench.monitor.histograms().at(0)->counts() == std::vector<std::uint64_t>{0, 2, 1, 2, 0});
}

TEST_CASE("monitor: the caches of a cycle may report in any order") {
    constexpr unsigned caches = 6;
    std::mt19937 random(3);
    Bench bench(caches, 50), other(caches, 50, "other");
    const Kind kinds[] = {Kind::missed, Kind::missed, Kind::installed, Kind::installed, Kind::installed, Kind::dropped};
    for (Cycle cycle = 1; cycle < scaled(20000); cycle += 1 + random() % 3) {
        std::vector<LineEvent> events;
        for (unsigned i = random() % 8; i > 0; --i)
            events.push_back({kinds[random() % 6], static_cast<unsigned>(random() % caches), random() % 40, cycle});
        if (random() % 100 == 0)
            events.push_back({Kind::dropped_all, static_cast<unsigned>(random() % caches), 0, cycle});
        for (const LineEvent& event : events) bench.monitor.line_events_in->write(event);
        // Another order of the caches; that of each cache's own events is kept.
        const unsigned first = random() % caches;
        std::stable_sort(events.begin(), events.end(), [&](const LineEvent& a, const LineEvent& b) {
            return (a.cache + first) % caches < (b.cache + first) % caches;
        });
        for (const LineEvent& event : events) other.monitor.line_events_in->write(event);
    }
    CHECK(bench.figures() == other.figures());
    CHECK(bench.monitor.replicated_misses.value() > 10);
    CHECK(bench.monitor.replicated_misses.value() < bench.monitor.misses.value());
    CHECK(bench.monitor.samples.value() > 5);
}

TEST_CASE("monitor: an event of a cache that is not watched is an error that says what to do") {
    Bench bench(2);
    CHECK_THROWS_WITH(bench.report(Kind::missed, 2, 0, 1), Catch::Contains("monitor: an event of cache 2") &&
                                                               Catch::Contains("only 2") &&
                                                               Catch::Contains("set_cache"));
    CHECK_THROWS_WITH(ReplicationMonitor("none", bench.clock, ReplicationMonitorParameters{0, 1}),
                      Catch::Contains("caches"));
    CHECK_THROWS_WITH(ReplicationMonitor("never", bench.clock, ReplicationMonitorParameters{1, 0}),
                      Catch::Contains("sample_cycles"));
}

TEST_CASE("README of replication_monitor: sections, parameters and statistics are those of the code") {
    Bench bench(2);
    const ModuleReadme readme("replication_monitor");
    CHECK(readme.sections() == ModuleReadme::expected_sections());
    CHECK(readme.parameters() == ParameterTable(ReplicationMonitorParameters()).rows());
    CHECK(readme.statistics() == statistics_of(bench.monitor));
}
